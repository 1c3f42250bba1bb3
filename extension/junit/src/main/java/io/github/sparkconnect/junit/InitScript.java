package io.github.sparkconnect.junit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/**
 * A SQL script that servers run before they are published.
 *
 * <p>Its content is read once and handed to the server as a copy, so that what the fingerprint says
 * is what is run, even if the file changes in between.
 *
 * @param name for messages
 */
record InitScript(String name, String content) {

  private static final String CLASS_PATH = "classpath:";

  /**
   * @param location a path relative to {@code directory}, or {@code classpath:} and a resource
   * @throws SettingException if there is no such script
   */
  static InitScript read(String location, Path directory, ClassLoader loader) {
    try {
      byte[] bytes =
          location.startsWith(CLASS_PATH)
              ? resource(location.substring(CLASS_PATH.length()), loader)
              : Files.readAllBytes(directory.resolve(location));
      return new InitScript(location, decode(bytes));
    } catch (IOException | InvalidPathException e) {
      throw new SettingException(
          "Cannot read the init script '"
              + location
              + "' ("
              + e
              + "). Name a UTF-8 file, relative to "
              + directory
              + ", or 'classpath:' and a resource.",
          e);
    }
  }

  static List<InitScript> readAll(List<String> locations, Path directory, ClassLoader loader) {
    return locations.stream().map(location -> read(location, directory, loader)).toList();
  }

  /** Returns a name for the copy that keeps the order and tells a reader which script it is. */
  String fileName(int number) {
    return number + "-" + name.replaceAll(".*[/:\\\\]", "").replaceAll("[^A-Za-z0-9._-]", "_");
  }

  private static byte[] resource(String name, ClassLoader loader) throws IOException {
    try (InputStream in = loader.getResourceAsStream(name.replaceFirst("^/+", ""))) {
      if (in == null) {
        throw new IOException("no such resource on the class path");
      }
      return in.readAllBytes();
    }
  }

  private static String decode(byte[] bytes) throws CharacterCodingException {
    return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }
}
