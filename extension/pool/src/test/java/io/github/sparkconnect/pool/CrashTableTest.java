package io.github.sparkconnect.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of the package documentation: what is left when a process dies after each step. */
class CrashTableTest {

  @TempDir Path temp;
  private PoolWorld world;

  @BeforeEach
  void openWorld() {
    world = new PoolWorld(temp.resolve("pool"));
  }

  /** A transition, which dies after so many steps. */
  interface Dying {
    void run(Uid uid, int steps);
  }

  private Uid launched() {
    world.launch(Integer.MAX_VALUE);
    return List.copyOf(world.members.keySet()).get(world.members.size() - 1);
  }

  private Uid identified() {
    Uid uid = launched();
    world.identify(uid, Integer.MAX_VALUE);
    return uid;
  }

  private Uid published() {
    Uid uid = identified();
    world.publish(uid, Integer.MAX_VALUE);
    return uid;
  }

  private Uid claimed() {
    Uid uid = published();
    world.claim(uid, Integer.MAX_VALUE);
    return uid;
  }

  private String states(Uid uid) {
    try {
      List<String> names = new ArrayList<>();
      for (EntryName.State state :
          Listing.of(world.fixture.directory, new PosixFileOperations()).states(uid)) {
        names.add(state.getClass().getSimpleName().toLowerCase(Locale.ROOT));
      }
      return String.join("+", names);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Says for each step where the member is after the death, and after the next pass. */
  private List<String> table(Supplier<Uid> start, Dying transition, int steps) {
    List<String> table = new ArrayList<>();
    for (int n = 0; n < steps; n++) {
      Uid uid = start.get();
      transition.run(uid, n);
      String dead = states(uid);
      world.fixture.pool.repair();
      String repaired = states(uid);
      String row = dead + " > " + repaired;
      if (table.isEmpty() || !table.get(table.size() - 1).equals(row)) {
        table.add(row);
      }
    }
    return table;
  }

  @Test
  void claim() {
    assertThat(table(this::published, world::claim, 4))
        .containsExactly("server > server", "claimed > retired");
  }

  @Test
  void giveBack() {
    assertThat(table(this::claimed, world::giveBack, 4)).containsExactly("claimed > retired");
  }

  @Test
  void retire() {
    assertThat(table(this::published, world::retire, 4))
        .containsExactly("server > server", "retired > retired");
    assertThat(table(this::claimed, world::retire, 4))
        .containsExactly("claimed > claimed", "retired > retired");
  }

  @Test
  void identify() {
    // The launcher lives, and says what became of it.
    assertThat(table(this::launched, world::identify, 6)).containsExactly("pending > pending");
  }

  @Test
  void identifyWithoutLauncher() {
    Dying both =
        (uid, steps) -> {
          world.identify(uid, steps);
          world.killLauncher(uid);
        };
    // Before process.json is there, a starting JVM cannot be told from a dead one for a while.
    assertThat(table(this::launched, both, 6)).containsExactly("pending > pending", "pending > ");
    world.fixture.clock.advance(Duration.ofSeconds(20));
    assertThat(world.fixture.pool.repair().actions()).hasSize(3);
  }

  @Test
  void publish() {
    assertThat(table(this::identified, world::publish, 4)).containsExactly("pending > pending");
  }

  @Test
  void fail() {
    assertThat(table(this::identified, world::fail, 3)).containsExactly("pending > pending");
    // The failure is written: the entry follows, and the process is ended.
    assertThat(table(this::identified, world::fail, 7).subList(1, 3))
        .containsExactly("pending > retired", "retired > retired");
  }

  @Test
  void announce() {
    List<String> table = new ArrayList<>();
    for (int n = 0; n < 5; n++) {
      world.launch(n);
      Uid uid = List.copyOf(world.members.keySet()).get(n);
      String dead = states(uid);
      world.fixture.clock.advance(Duration.ofSeconds(20));
      world.fixture.pool.repair();
      table.add(dead + " > " + states(uid));
    }
    assertThat(table).containsExactly(" > ", " > ", " > ", "pending > ", "pending > pending");
  }
}
