/** TODO(package). */
@NullMarked
package io.github.sparkconnect.pool;

import org.jspecify.annotations.NullMarked;
