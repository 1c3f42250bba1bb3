package io.github.sparkconnect.pool;

import java.time.Duration;
import java.util.Optional;

/**
 * Finds out whether a ready member may be claimed: its process is that member, its port accepts,
 * and the probe finds it healthy. Used outside the lock only.
 */
final class CandidateCheck {

  private static final Duration PORT_LIMIT = Duration.ofSeconds(2);

  private final Processes processes;
  private final MemberProbe probe;

  CandidateCheck(Processes processes, MemberProbe probe) {
    this.processes = processes;
    this.probe = probe;
  }

  /** What was found. */
  sealed interface Finding {}

  /** It may be claimed. */
  record Fit() implements Finding {}

  /** It is not fit, and never will be: to be retired. */
  record Unfit(String reason) implements Finding {}

  /** It cannot be told, or is nobody's to decide here: to be left alone. */
  record Skip() implements Finding {}

  Finding check(MemberRecord member) {
    Liveness liveness = processes.member(member.process(), member.uid());
    if (liveness == Liveness.UNKNOWN) {
      return new Skip();
    }
    if (liveness == Liveness.DIFFERENT) {
      String process = "process " + member.process().pid();
      return new Unfit(
          processes.liveness(member.process()) == Liveness.SAME
              ? "its record names " + process + ", a stranger's"
              : "its " + process + " is gone");
    }
    if (processes.isStopped(member.process())) {
      // Its port accepts, for that is the kernel's, and then nobody answers.
      return new Unfit("its process " + member.process().pid() + " is stopped");
    }
    Endpoint endpoint = member.endpoint();
    // A silent one is asked once more, by the probe: on a busy machine two seconds mean little.
    if (PortProbe.ask(endpoint.host(), endpoint.port(), PORT_LIMIT) == PortProbe.Answer.REFUSES) {
      return new Unfit("nothing accepts connections on " + endpoint);
    }
    return unhealthy(member).<Finding>map(Unfit::new).orElseGet(Fit::new);
  }

  private Optional<String> unhealthy(MemberRecord member) {
    try {
      Health health = probe.probe(member);
      return health.isHealthy()
          ? Optional.empty()
          : Optional.of("it is unhealthy: " + String.join("; ", health.problems()));
    } catch (PoolException e) {
      throw e;
    } catch (RuntimeException e) {
      return Optional.of("its probe failed: " + e);
    }
  }
}
