/** Drives the benchmarks; what they run is in {@code projects/}. */
@NullMarked
package io.github.sparkconnect.benchmarks;

import org.jspecify.annotations.NullMarked;
