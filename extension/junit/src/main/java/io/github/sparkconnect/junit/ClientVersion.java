package io.github.sparkconnect.junit;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the Spark version of the Connect client on a class path without loading a class of Spark.
 *
 * <p>Looked at in this order: the Maven metadata in the client's jar, the name of that jar, and the
 * version file of Spark's common classes.
 */
final class ClientVersion {

  private static final String POM =
      "META-INF/maven/org.apache.spark/spark-connect-client-jvm_2.13/pom.properties";
  private static final String CLASS = "org/apache/spark/sql/connect/SparkSession.class";
  private static final String INFO = "spark-version-info.properties";
  private static final Pattern JAR =
      Pattern.compile("/spark-connect-client-jvm_2\\.13-([0-9][^/!]*)\\.jar!");

  private ClientVersion() {}

  static Optional<String> find(ClassLoader loader) {
    return property(loader, POM).or(() -> jarName(loader)).or(() -> property(loader, INFO));
  }

  private static Optional<String> jarName(ClassLoader loader) {
    URL url = loader.getResource(CLASS);
    if (url == null) {
      return Optional.empty();
    }
    Matcher matcher = JAR.matcher(url.toString());
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  private static Optional<String> property(ClassLoader loader, String resource) {
    URL url = loader.getResource(resource);
    if (url == null) {
      return Optional.empty();
    }
    try {
      URLConnection connection = url.openConnection();
      // A cached jar file would stay open for the JVM's life.
      connection.setUseCaches(false);
      Properties properties = new Properties();
      try (InputStream in = connection.getInputStream()) {
        properties.load(in);
      }
      return Optional.ofNullable(properties.getProperty("version")).filter(v -> !v.isBlank());
    } catch (IOException | IllegalArgumentException e) {
      // Unreadable metadata is no metadata: the next place is asked.
      return Optional.empty();
    }
  }
}
