package io.github.sparkconnect.junit;

import java.util.ArrayList;
import java.util.List;

/**
 * The options without which Spark does not run on a modern Java, or not quietly: the packages of
 * the JDK that Spark, Arrow, Kryo and Netty look into.
 */
final class ModuleOptions {

  private static final List<String> OPENED =
      List.of(
          "java.base/java.lang",
          "java.base/java.lang.invoke",
          "java.base/java.lang.reflect",
          "java.base/java.io",
          "java.base/java.net",
          "java.base/java.nio",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.util.concurrent.atomic",
          "java.base/jdk.internal.ref",
          "java.base/sun.nio.ch",
          "java.base/sun.nio.cs",
          "java.base/sun.util.calendar",
          "java.security.jgss/sun.security.krb5");

  private ModuleOptions() {}

  /**
   * @param feature the version of the Java that gets them; not each knows all of them
   */
  static List<String> of(int feature) {
    List<String> options = new ArrayList<>();
    for (String name : OPENED) {
      options.add("--add-opens=" + name + "=ALL-UNNAMED");
    }
    if (feature < 25) {
      // Gone since, and a warning is written about packages that are not there.
      options.add("--add-opens=java.base/sun.security.action=ALL-UNNAMED");
    }
    options.add("--enable-native-access=ALL-UNNAMED");
    if (feature >= 23) {
      options.add("--sun-misc-unsafe-memory-access=allow");
    }
    options.add("-Dio.netty.tryReflectionSetAccessible=true");
    options.add("-Djdk.reflect.useDirectMethodHandle=false");
    return options;
  }
}
