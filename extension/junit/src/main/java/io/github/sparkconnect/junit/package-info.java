/**
 * A JUnit Jupiter extension that gives each test class a clean Spark Connect server from a pool
 * shared by all test JVMs of the user.
 *
 * <p>Start with {@link io.github.sparkconnect.junit.SparkConnectServer @SparkConnectServer}.
 */
@NullMarked
package io.github.sparkconnect.junit;

import org.jspecify.annotations.NullMarked;
