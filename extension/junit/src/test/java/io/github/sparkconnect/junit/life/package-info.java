/** The life of members, with real servers and real test JVMs, as other processes see it. */
@NullMarked
package io.github.sparkconnect.junit.life;

import org.jspecify.annotations.NullMarked;
