package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.Uid;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where the code comes from that we put on a server's class path.
 *
 * <p>Usually the one published jar. In a reactor build or an IDE: the folders or jars of the pool
 * and member modules; what they need besides, the server's class path has.
 */
final class OwnCode {

  static final String MEMBER_MAIN = "io.github.sparkconnect.member.SparkConnectMemberMain";

  private static final List<String> CLASSES = List.of(MEMBER_MAIN, Uid.class.getName());

  private OwnCode() {}

  /** Returns our version as the jar says it, or a placeholder in a reactor build or an IDE. */
  static String version() {
    String version = OwnCode.class.getPackage().getImplementationVersion();
    return version != null ? version : "development";
  }

  /**
   * @throws SparkConnectException if a part of us is not on the class path of {@code loader}
   */
  static List<Path> find(ClassLoader loader) {
    Set<Path> places = new LinkedHashSet<>();
    for (String name : CLASSES) {
      String resource = name.replace('.', '/') + ".class";
      // Found as a resource, because loading the member's classes would need Spark's server.
      URL url = loader.getResource(resource);
      if (url == null) {
        throw new SparkConnectException(
            "The class path has no "
                + name
                + ", which servers are started with. Depend on"
                + " io.github.sparkconnect:spark-connect-junit as published, which has everything"
                + " in one jar.");
      }
      try {
        places.add(place(url, resource));
      } catch (IOException
          | URISyntaxException
          | IllegalArgumentException
          | FileSystemNotFoundException e) {
        throw new SparkConnectException(
            "Servers need " + name + " from a jar or folder, but it is at " + url, e);
      }
    }
    return new ArrayList<>(places);
  }

  /** Returns the jar or folder that a resource is in; empty if it is nowhere, or in no file. */
  static Optional<Path> place(ClassLoader loader, String resource) {
    URL url = loader.getResource(resource);
    if (url == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(place(url, resource));
    } catch (IOException
        | URISyntaxException
        | IllegalArgumentException
        | FileSystemNotFoundException e) {
      return Optional.empty();
    }
  }

  private static Path place(URL url, String resource) throws IOException, URISyntaxException {
    URLConnection connection = url.openConnection();
    connection.setUseCaches(false);
    if (connection instanceof JarURLConnection jar) {
      return Path.of(jar.getJarFileURL().toURI());
    }
    URI folder = url.toURI();
    Path path = Path.of(folder);
    for (int i = resource.split("/", -1).length; i > 0; i--) {
      Path parent = path.getParent();
      if (parent == null) {
        throw new IllegalArgumentException("no folder around " + url);
      }
      path = parent;
    }
    return path;
  }
}
