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

class ProjectCodeTest {

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

    assertThat(ProjectCode.of(classPath)).containsExactly(tests, classes);
  }

  @Test
  void keepsJarsThatABuildHasJustMade() throws Exception {
    Path maven = jar("core/target/core-1.jar");
    Path gradle = jar("app/build/libs/app.jar");
    Path library = jar("repository/library-1.jar");

    assertThat(
            ProjectCode.of(
                String.join(
                    File.pathSeparator, maven.toString(), gradle.toString(), library.toString())))
        .containsExactly(maven, gradle);
  }

  private Path jar(String path) throws Exception {
    Path jar = directory.resolve(path);
    Files.createDirectories(jar.getParent());
    try (OutputStream out = Files.newOutputStream(jar)) {
      new JarOutputStream(out, new Manifest()).close();
    }
    return jar;
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

    assertThat(ProjectCode.of(jar.toString())).isEqualTo(List.of(classes, relative));
  }
}
