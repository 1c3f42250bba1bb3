package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.Health;
import io.github.sparkconnect.pool.MemberProbe;
import io.github.sparkconnect.pool.MemberRecord;
import io.github.sparkconnect.pool.PoolException;
import io.github.sparkconnect.pool.Uid;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Asks a member through a control session whether it can serve, and keeps the session for the class
 * that gets the member. For one claim and one thread.
 */
final class ControlProbe implements MemberProbe, AutoCloseable {

  /** A member that has served before and is this slow would be slow for the tests. */
  private static final Duration WARM_LIMIT = Duration.ofSeconds(10);

  /**
   * The first call of a member runs cold code, and so does the first of a client, perhaps on a
   * machine that boots several of them at once.
   */
  private static final Duration COLD_LIMIT = Duration.ofSeconds(60);

  private static final AtomicBoolean CLIENT_IS_WARM = new AtomicBoolean();

  private @Nullable Uid uid;
  private @Nullable ControlSession session;

  @Override
  public Health probe(MemberRecord member) {
    close();
    ControlSession opened = open(member);
    try {
      boolean warm = member.uses() > 0 && CLIENT_IS_WARM.get();
      ControlAnswer answer = opened.ping(warm ? WARM_LIMIT : COLD_LIMIT);
      CLIENT_IS_WARM.set(true);
      if (!answer.problems().isEmpty()) {
        opened.close();
        return new Health(answer.problems());
      }
      session = opened;
      uid = member.uid();
      return Health.healthy();
    } catch (ControlSession.ServerSilence e) {
      opened.close();
      return Health.unhealthy(String.valueOf(e.getMessage()));
    } catch (SparkConnectException e) {
      // Not the member's fault: the next one would fare no better.
      opened.abandon();
      throw new PoolException(String.valueOf(e.getMessage()), e);
    }
  }

  private static ControlSession open(MemberRecord member) {
    try {
      return ControlSession.open(PooledServer.urlOf(member.endpoint()));
    } catch (SparkConnectException e) {
      throw new PoolException(String.valueOf(e.getMessage()), e);
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
