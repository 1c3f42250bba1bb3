package io.github.sparkconnect.pool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * Any sequence of legal operations, with processes that die between any two steps, leaves something
 * that the next pass repairs to what the design allows.
 */
class PoolCrashPropertiesTest {

  /** What happens next. */
  enum Kind {
    LAUNCH,
    IDENTIFY,
    PUBLISH,
    FAIL,
    CLAIM,
    GIVE_BACK,
    RETIRE,
    REAP,
    KILL_MEMBER,
    KILL_CLAIMANT,
    KILL_LAUNCHER
  }

  /**
   * An operation.
   *
   * @param member to which of the members
   * @param steps after how many steps the actor dies, if it has so many
   */
  record Operation(Kind kind, int member, int steps) {}

  @Provide
  Arbitrary<List<Operation>> operations() {
    Arbitrary<Kind> kinds =
        Arbitraries.frequencyOf(
            Tuple.of(6, Arbitraries.of(Kind.LAUNCH)),
            Tuple.of(6, Arbitraries.of(Kind.IDENTIFY)),
            Tuple.of(8, Arbitraries.of(Kind.PUBLISH)),
            Tuple.of(10, Arbitraries.of(Kind.CLAIM)),
            Tuple.of(6, Arbitraries.of(Kind.GIVE_BACK)),
            Tuple.of(9, Arbitraries.of(Kind.values())));
    Arbitrary<Integer> steps =
        Arbitraries.frequencyOf(
            Tuple.of(3, Arbitraries.just(Integer.MAX_VALUE)),
            Tuple.of(2, Arbitraries.integers().between(0, 12)));
    return Combinators.combine(kinds, Arbitraries.integers().between(0, 3), steps)
        .as(Operation::new)
        .list()
        .ofMaxSize(30);
  }

  @Property(tries = 100)
  void theNextPassRepairs(@ForAll("operations") List<Operation> operations) throws IOException {
    Path temp = Files.createTempDirectory("pool-crash");
    PoolWorld world = new PoolWorld(temp.resolve("pool"));
    world.launch(Integer.MAX_VALUE);
    for (Operation operation : operations) {
      run(world, operation);
      world.audit();
    }
    world.auditSettled();
    world.auditNextDay();
    new MemberFiles(PoolDirectory.unchecked(temp), new PosixFileOperations()).deleteTree(temp);
  }

  private static void run(PoolWorld world, Operation operation) {
    List<Uid> members = List.copyOf(world.members.keySet());
    // The newest ones: something still happens to them.
    Uid uid = members.get(Math.max(0, members.size() - 1 - operation.member()));
    int steps = operation.steps();
    switch (operation.kind()) {
      case LAUNCH -> world.launch(steps);
      case IDENTIFY -> world.identify(uid, steps);
      case PUBLISH -> world.publish(uid, steps);
      case FAIL -> world.fail(uid, steps);
      case CLAIM -> world.claim(uid, steps);
      case GIVE_BACK -> world.giveBack(uid, steps);
      case RETIRE -> world.retire(uid, steps);
      case REAP -> world.reap(steps);
      case KILL_MEMBER -> world.killMember(uid);
      case KILL_CLAIMANT -> world.killClaimant(uid);
      case KILL_LAUNCHER -> world.killLauncher(uid);
    }
  }
}
