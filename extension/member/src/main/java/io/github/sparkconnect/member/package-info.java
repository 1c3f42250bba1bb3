/** TODO(package). */
@NullMarked
package io.github.sparkconnect.member;

import org.jspecify.annotations.NullMarked;
