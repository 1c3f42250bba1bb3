package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JUnitCodeTest {

  @TempDir private Path cache;

  private List<Path> here() {
    return JUnitCode.find(getClass().getClassLoader(), cache);
  }

  private List<Path> withoutJUnit() {
    return JUnitCode.find(ClassLoader.getPlatformClassLoader(), cache);
  }

  @Test
  void theApiIsFoundWithWhatItNeeds() {
    assertThat(here())
        .extracting(jar -> jar.getFileName().toString().replaceFirst("-[0-9.]+jar", ""))
        .containsExactly("junit-jupiter-api", "junit-platform-commons", "opentest4j");
  }

  @Test
  void theCommandLineTakesWhatATestHad() {
    assertThat(withoutJUnit()).isEmpty();

    List<Path> jars = here();

    assertThat(withoutJUnit()).isEqualTo(jars);
  }

  @Test
  void aMemoryThatIsNoGoodIsNone() throws Exception {
    Files.write(cache.resolve("junit-api.txt"), List.of("/no/such.jar", "\0"));

    assertThat(withoutJUnit()).isEmpty();
    assertThat(here()).hasSize(3);
    assertThat(withoutJUnit()).hasSize(3);
  }
}
