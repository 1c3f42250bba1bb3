package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathFoldersTest {

  @TempDir private Path directory;

  @Test
  void keepsFoldersInOrderAndNothingElse() throws Exception {
    Path classes = Files.createDirectory(directory.resolve("classes"));
    Path tests = Files.createDirectory(directory.resolve("test-classes"));
    Path jar = Files.createFile(directory.resolve("broken.jar"));

    String classPath =
        String.join(
            File.pathSeparator,
            tests.toString(),
            jar.toString(),
            "",
            directory.resolve("missing").toString(),
            classes.toString(),
            tests.toString());

    assertThat(ClassPathFolders.of(classPath)).containsExactly(tests, classes);
  }

  @Test
  void readsTheManifestOfAJarThatStandsForTheClassPath() throws Exception {
    Path classes = Files.createDirectory(directory.resolve("a b+ü"));
    Path relative = Files.createDirectory(directory.resolve("relative"));
    Path jar = directory.resolve("booter.jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(
            Attributes.Name.CLASS_PATH,
            classes.toUri() + " relative/ missing/ http://example.org/x/ ::: some.jar");
    try (OutputStream out = Files.newOutputStream(jar)) {
      new JarOutputStream(out, manifest).close();
    }

    assertThat(ClassPathFolders.of(jar.toString())).isEqualTo(List.of(classes, relative));
  }
}
