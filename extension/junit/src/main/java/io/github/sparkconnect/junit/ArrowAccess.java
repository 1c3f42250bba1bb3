package io.github.sparkconnect.junit;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;

/**
 * Opens {@code java.nio} to Spark's client, which reads results through Arrow, which needs that
 * package.
 *
 * <p>Otherwise each user would have to pass {@code --add-opens=java.base/java.nio=ALL-UNNAMED} to
 * the test JVM. There is no supported way to do it from inside; this one is tried, and if a JDK
 * does not allow it, the option is asked for by name before a server is claimed.
 */
final class ArrowAccess {

  static final String OPTION = "--add-opens=java.base/java.nio=ALL-UNNAMED";

  private static final String PACKAGE = "java.nio";

  private ArrowAccess() {}

  /**
   * Makes sure that results can be read.
   *
   * @throws SparkConnectException if the package is closed and cannot be opened
   */
  static void ensure() {
    if (!isOpen()) {
      try {
        open();
      } catch (Throwable e) { // Whatever a future JDK does about it: the user gets the remedy.
        throw new SparkConnectException(
            "This JVM (Java "
                + Runtime.version()
                + ") does not let Spark's client read query results. Add\n    "
                + OPTION
                + "\nto the options of the test JVM: <argLine> of Surefire or Failsafe, jvmArgs of"
                + " Gradle's test task.",
            e);
      }
    }
  }

  private static boolean isOpen() {
    return ByteBuffer.class.getModule().isOpen(PACKAGE, ArrowAccess.class.getModule());
  }

  private static void open() throws Throwable {
    MethodHandle opener =
        trustedLookup()
            .findVirtual(
                Module.class,
                "implAddOpensToAllUnnamed",
                MethodType.methodType(void.class, String.class));
    opener.invoke(ByteBuffer.class.getModule(), PACKAGE);
  }

  /** By reflection, because the compiler warns of each mention of this class. */
  private static MethodHandles.Lookup trustedLookup() throws ReflectiveOperationException {
    Class<?> type = Class.forName("sun.misc.Unsafe");
    Field instance = type.getDeclaredField("theUnsafe");
    instance.setAccessible(true);
    Object unsafe = instance.get(null);
    Field lookup = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
    Object base = type.getMethod("staticFieldBase", Field.class).invoke(unsafe, lookup);
    Object offset = type.getMethod("staticFieldOffset", Field.class).invoke(unsafe, lookup);
    return (MethodHandles.Lookup)
        type.getMethod("getObject", Object.class, long.class).invoke(unsafe, base, offset);
  }
}
