package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.Health;
import io.github.sparkconnect.pool.MemberProbe;
import io.github.sparkconnect.pool.MemberRecord;
import io.github.sparkconnect.pool.Uid;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Asks a member through a control session whether it can serve, and keeps the session for the class
 * that gets the member. For one claim and one thread.
 */
final class ControlProbe implements MemberProbe, AutoCloseable {

  /** A member that is this slow to answer would be slow for the tests. */
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private @Nullable Uid uid;
  private @Nullable ControlSession session;

  @Override
  public Health probe(MemberRecord member) {
    close();
    ControlSession opened = null;
    try {
      opened = ControlSession.open(PooledServer.urlOf(member.endpoint()));
      ControlAnswer answer = opened.ping(LIMIT);
      if (!answer.problems().isEmpty()) {
        opened.close();
        return new Health(answer.problems());
      }
      session = opened;
      uid = member.uid();
      return Health.healthy();
    } catch (RuntimeException e) {
      if (opened != null) {
        opened.close();
      }
      return Health.unhealthy("it does not answer: " + e.getMessage());
    }
  }

  /** Hands over the session of the member that was claimed. */
  ControlSession take(MemberRecord member) {
    ControlSession taken = session;
    session = null;
    if (taken != null && member.uid().equals(uid)) {
      return taken;
    }
    if (taken != null) {
      taken.close();
    }
    return ControlSession.open(PooledServer.urlOf(member.endpoint()));
  }

  @Override
  public void close() {
    if (session != null) {
      session.close();
      session = null;
    }
  }
}
