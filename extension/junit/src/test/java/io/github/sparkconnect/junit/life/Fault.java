package io.github.sparkconnect.junit.life;

import static io.github.sparkconnect.junit.life.KillWorld.SOON;
import static io.github.sparkconnect.junit.life.KillWorld.giveBack;
import static io.github.sparkconnect.junit.life.KillWorld.signal;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sparkconnect.junit.life.ClaimingJvm.Claimed;
import java.nio.file.Path;
import java.time.Duration;

/** What can happen to the processes of a pool. */
enum Fault {
  LAUNCHER_KILLED_DURING_BOOT {
    @Override
    void strike(KillWorld world) {
      world.nextGeneration();
      ClaimingJvm launcher = world.newJvm();
      world.orderClaim(launcher);
      Claimed member = world.awaitBooting();
      world.someMoment(BOOT);
      launcher.kill();
      assertSurvives(world, member);
    }
  },

  CTRL_C_DURING_BOOT {
    @Override
    void strike(KillWorld world) {
      world.nextGeneration();
      ClaimingJvm launcher = world.newJvmInAGroup();
      world.orderClaim(launcher);
      Claimed member = world.awaitBooting();
      world.someMoment(BOOT);
      signal("INT", -launcher.pid());
      KillWorld.await(SOON).until(() -> !PoolAudit.lives(launcher.pid()));
      assertThat(PoolAudit.lives(member.pid())).as("the member is spared").isTrue();
      assertSurvives(world, member);
    }
  },

  /** One member that was started from there is idle, and one is claimed by what the signal ends. */
  CTRL_C_AND_END_OF_TERMINAL {
    @Override
    void strike(KillWorld world) {
      world.nextGeneration();
      ClaimingJvm launcher = world.newJvmInAGroup();
      Claimed idle = world.claim(launcher);
      giveBack(launcher);
      // With the first one in use, the group gets another.
      assertThat(world.claim(world.visitor())).as(world.visitor().output()).isEqualTo(idle);
      Claimed claimed = world.claim(launcher);
      giveBack(world.visitor());
      world.someMoment(Duration.ofSeconds(3));

      signal("INT", -launcher.pid());

      say("a member whose claimant Ctrl-C ended is gone after", world.awaitGone(claimed, SOON));
      assertThat(PoolAudit.lives(launcher.pid())).isFalse();
      assertThat(world.isReady(idle)).as("the idle member is spared").isTrue();
      signal("HUP", -launcher.pid());
      assertThat(world.claim(world.visitor())).as(world.visitor().output()).isEqualTo(idle);
      world.someMoment(Duration.ofSeconds(3));
      // The group has ended but for its member, which belongs to another one's test by now.
      signal("INT", -launcher.pid());
      signal("HUP", -launcher.pid());
      assertThat(world.visitor().ask("query")).as(world.visitor().output()).isEqualTo("done\t45");
      giveBack(world.visitor());
      assertThat(world.isReady(idle)).as("it is given back").isTrue();
    }
  },

  CLAIMANT_KILLED {
    @Override
    void strike(KillWorld world) {
      world.dismissVisitor();
      ClaimingJvm claimant = world.newJvm();
      Claimed member = world.claim(claimant);
      world.someMoment(Duration.ofSeconds(3));
      claimant.kill();
      say("a member whose claimant died is gone after", world.awaitGone(member, SOON));
    }
  },

  MEMBER_KILLED_WHILE_IDLE {
    @Override
    void strike(KillWorld world) {
      Claimed member = world.idleMember();
      world.someMoment(Duration.ofSeconds(3));
      signal("KILL", member.pid());
      assertReplaced(world, member);
    }
  },

  MEMBER_KILLED_WHILE_CLAIMED {
    @Override
    void strike(KillWorld world) {
      Claimed member = world.claim(world.visitor());
      world.someMoment(Duration.ofSeconds(3));
      signal("KILL", member.pid());
      assertFails(world.visitor(), "query");
      giveBack(world.visitor());
    }
  },

  MEMBER_KILLED_DURING_QUERY {
    @Override
    void strike(KillWorld world) {
      Claimed member = world.claim(world.visitor());
      world.visitor().tell("nap", "600");
      world.awaitNapping(member);
      world.someMoment(Duration.ofSeconds(3));
      signal("KILL", member.pid());
      assertFails(world.visitor());
      giveBack(world.visitor());
    }
  },

  MEMBER_STOPPED_WHILE_IDLE {
    @Override
    void strike(KillWorld world) {
      Claimed member = world.idleMember();
      world.someMoment(Duration.ofSeconds(3));
      signal("STOP", member.pid());
      assertReplaced(world, member);
    }
  },

  MEMBER_STOPPED_WHILE_CLAIMED {
    @Override
    void strike(KillWorld world) {
      Claimed member = world.claim(world.visitor());
      world.someMoment(Duration.ofSeconds(3));
      signal("STOP", member.pid());
      giveBack(world.visitor());
      assertReplaced(world, member);
    }
  },

  /** What it was about to end is suspended, and its claimant is dead; somebody's query runs. */
  REAPER_KILLED {
    @Override
    void strike(KillWorld world) {
      ClaimingJvm busy = world.newJvm();
      Claimed working = world.claim(busy);
      ClaimingJvm claimant = world.newJvm();
      Claimed member = world.claim(claimant);
      busy.tell("nap", "8");
      world.awaitNapping(working);
      signal("STOP", member.pid());
      claimant.kill();

      Process reaper =
          KillWorld.start(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-cp",
              System.getProperty("java.class.path"),
              ReapingMain.class.getName(),
              world.pool.toString());
      try {
        KillWorld.await(SOON)
            .pollInterval(Duration.ofMillis(1))
            .until(() -> !world.audit.names().contains(heldBy(claimant, member)));
        world.someMoment(Duration.ofMillis(200));
      } finally {
        reaper.destroyForcibly();
      }
      reaper.onExit().join();

      assertReplaced(world, member);
      assertThat(busy.answer(Duration.ofMinutes(1))).as(busy.output()).isEqualTo("done\t8");
      giveBack(busy);
      busy.close();
    }
  },

  POOL_DELETED {
    @Override
    void strike(KillWorld world) {
      Claimed claimed = world.claim(world.visitor());
      ClaimingJvm other = world.newJvm();
      Claimed idle = world.claim(other);
      giveBack(other);
      other.close();
      world.someMoment(Duration.ofSeconds(3));
      world.deletePool();
      say("members of a deleted pool are gone after", world.awaitGone(claimed, SOON));
      world.awaitGone(idle, SOON);
      giveBack(world.visitor());
    }
  };

  private static final Duration BOOT = Duration.ofSeconds(10);

  /** Strikes, and checks what is peculiar to this fault; the audit comes afterwards. */
  abstract void strike(KillWorld world);

  private static String heldBy(ClaimingJvm claimant, Claimed member) {
    return "claimed-" + claimant.pid() + "-" + member.uid() + ".json";
  }

  /** A member that was being started goes on without its launcher, and serves others. */
  private static void assertSurvives(KillWorld world, Claimed member) {
    world.awaitSettled(member);
    if (world.isReady(member)) {
      assertThat(world.claim(world.visitor())).as(world.visitor().output()).isEqualTo(member);
      giveBack(world.visitor());
    }
  }

  /** Another member is had at the next claim, and nothing is left of this one. */
  private static void assertReplaced(KillWorld world, Claimed member) {
    Claimed next = world.claim(world.visitor());
    assertThat(next).as(world.visitor().output()).isNotEqualTo(member);
    assertThat(world.visitor().ask("query")).isEqualTo("done\t45");
    giveBack(world.visitor());
    KillWorld.await(Duration.ofSeconds(30)).until(() -> !PoolAudit.lives(member.pid()));
  }

  private static void assertFails(ClaimingJvm jvm, String... order) {
    if (order.length > 0) {
      jvm.tell(order);
    }
    long start = System.nanoTime();
    assertThat(jvm.answer(Duration.ofSeconds(90))).startsWith("failed\t");
    say("a query on a dead member fails after", Duration.ofNanos(System.nanoTime() - start));
  }

  private static void say(String what, Duration figure) {
    System.out.println("[kill] " + what + " " + figure.toMillis() + " ms");
  }
}
