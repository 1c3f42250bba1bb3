package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.Claim;
import io.github.sparkconnect.pool.Endpoint;
import io.github.sparkconnect.pool.MemberRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pool member that a test class owns, and what happens to it afterwards.
 *
 * <p>Thread-safe. It touches the member's state file only through {@link ClaimEnd}.
 */
final class PooledServer extends ConnectServer {

  private static final Logger LOG = LoggerFactory.getLogger(PooledServer.class);

  /** Asked when a test has failed, of a server that answers within milliseconds. */
  private static final Duration FAILURE_PING = Duration.ofSeconds(5);

  /** What is done with the claim in the end. */
  interface ClaimEnd {
    void giveBack(Claim claim);

    void retire(Claim claim, String reason);
  }

  private final Claim claim;
  private final MemberLoss fate;
  private final ControlSession control;
  private final Reuse reuse;
  private final ClaimEnd end;
  private final AtomicBoolean closed = new AtomicBoolean();

  PooledServer(
      Claim claim,
      MemberLoss fate,
      ControlSession control,
      ClassSessions sessions,
      Reuse reuse,
      ClaimEnd end) {
    super(sessions);
    this.claim = claim;
    this.fate = fate;
    this.control = control;
    this.reuse = reuse;
    this.end = end;
  }

  /**
   * Each step is tried, even if an earlier one failed, and all together end in time.
   *
   * <p>An interrupt that the test left behind is put aside meanwhile: the calls to the server would
   * fail for it, and a clean member would be retired.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    boolean interrupted = Thread.interrupted();
    try {
      cleanUp();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void cleanUp() {
    if (fate.hasEnded()) {
      sessions().abandonAll();
      control.abandon();
      finish(List.of(fate.end()));
      return;
    }
    Limit limit = Limit.of(sessions().plan().closeLimit());
    List<String> reasons = new ArrayList<>(sessions().releaseAll(limit));
    reset(limit, reasons);
    if (fate.hasEnded()) {
      reasons = new ArrayList<>(List.of(fate.end()));
    }
    control.close(limit.left());
    if (reuse == Reuse.NEVER) {
      reasons.add("the test asked for it (reuse = NEVER)");
    }
    finish(reasons);
  }

  private void reset(Limit limit, List<String> reasons) {
    try {
      ControlAnswer answer = control.reset(limit.left());
      reasons.addAll(answer.residue());
      reasons.addAll(answer.problems());
    } catch (RuntimeException e) {
      LOG.debug("The reset of member {} failed", claim.uid(), e);
      // What went before failed for the same cause.
      reasons.clear();
      reasons.add("its reset failed: " + FirstLine.of(e));
    }
  }

  private void finish(List<String> reasons) {
    try {
      if (reasons.isEmpty()) {
        end.giveBack(claim);
      } else {
        end.retire(claim, String.join("; ", reasons));
      }
    } catch (RuntimeException e) {
      // The claim ends with this JVM at the latest: the member sees that its claimant is gone.
      LOG.warn("Member {} could neither be given back nor retired", claim.uid(), e);
    }
  }

  static String urlOf(Endpoint endpoint) {
    return "sc://" + endpoint.host() + ":" + endpoint.port() + "/;token=" + endpoint.token();
  }

  @Override
  public String url() {
    return urlOf(record().endpoint());
  }

  @Override
  public Optional<String> uid() {
    return Optional.of(claim.uid().value());
  }

  @Override
  public Optional<Long> pid() {
    return Optional.of(record().process().pid());
  }

  @Override
  public String sparkVersion() {
    return record().sparkVersion();
  }

  @Override
  public Optional<Path> log() {
    return Optional.of(record().log());
  }

  @Override
  Optional<String> describeLoss(Throwable failure) {
    return fate.explain(failure, this::answers);
  }

  /** Whether the server still can serve; tests that fail at the same time ask one by one. */
  private synchronized boolean answers() {
    try {
      return control.ping(FAILURE_PING).problems().isEmpty();
    } catch (RuntimeException e) {
      LOG.debug("Member {} did not answer after a failure", claim.uid(), e);
      return false;
    }
  }

  @Override
  public Optional<Path> directory() {
    return Optional.ofNullable(record().log().getParent());
  }

  private MemberRecord record() {
    return claim.member();
  }

  @Override
  public String toString() {
    return "member "
        + claim.uid()
        + " (Spark "
        + sparkVersion()
        + ", pid "
        + record().process().pid()
        + ")";
  }
}
