/** TODO(package). */
@NullMarked
package io.github.sparkconnect.junit;

import org.jspecify.annotations.NullMarked;
