package io.github.sparkconnect.junit;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Makes Spark's client able to read results, which it does through Arrow.
 *
 * <p>Arrow needs the package {@code java.nio} to be open, and its Netty to use memory directly,
 * which on Java 25 Netty does not do of itself. Otherwise each user would have to pass options to
 * the test JVM. There is no supported way to open a package from inside; this one is tried, and if
 * a JDK does not allow it, the options are asked for by name before a server is claimed.
 */
final class ArrowAccess {

  static final String OPTION = "--add-opens=java.base/java.nio=ALL-UNNAMED";

  private static final String PACKAGE = "java.nio";

  /** Of the Netty in the client's jar, which is relocated. */
  private static final String NETTY_WITHOUT_MEMORY = "org.sparkproject.io.netty.noUnsafe";

  /** What fails first when something is missing. */
  private static final String ALLOCATOR =
      "org.sparkproject.org.apache.arrow.memory.netty.NettyAllocationManager";

  private ArrowAccess() {}

  /**
   * Makes sure that results can be read.
   *
   * @throws SparkConnectException if they cannot
   */
  static void ensure() {
    if (System.getProperty(NETTY_WITHOUT_MEMORY) == null) {
      System.setProperty(NETTY_WITHOUT_MEMORY, "false");
    }
    try {
      if (!isOpen()) {
        open();
      }
      loadAllocator();
    } catch (Throwable e) { // Whatever a future JDK does about it: the user gets the remedy.
      throw new SparkConnectException(
          "This JVM (Java "
              + Runtime.version()
              + ") does not let Spark's client read query results ("
              + RootCause.of(e)
              + "). Add\n    "
              + String.join(" ", options())
              + "\nto the options of the test JVM: <argLine> of Surefire or Failsafe, jvmArgs of"
              + " Gradle's test task.",
          e);
    }
  }

  private static void loadAllocator() {
    try {
      Class.forName(ALLOCATOR);
    } catch (ClassNotFoundException e) {
      // A client that is packed in another way; whether it works, it will say itself.
    }
  }

  private static List<String> options() {
    return Runtime.version().feature() < 24
        ? List.of(OPTION)
        : List.of(OPTION, "--sun-misc-unsafe-memory-access=allow");
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
