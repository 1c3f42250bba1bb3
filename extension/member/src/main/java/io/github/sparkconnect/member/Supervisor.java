package io.github.sparkconnect.member;

import io.github.sparkconnect.pool.Pool;
import io.github.sparkconnect.pool.Standing;
import io.github.sparkconnect.pool.Uid;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches, about once a second, whether the pool still wants this member, and ends the process if
 * not. Nobody else needs to be alive for a member to go away.
 */
final class Supervisor implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);
  private static final Duration PERIOD = Duration.ofSeconds(1);

  private final Pool pool;
  private final Uid uid;
  private final Departure departure;
  private final Expiry expiry = new Expiry();
  private volatile @Nullable Preparation preparation;

  private Supervisor(Pool pool, Uid uid, Departure departure) {
    this.pool = pool;
    this.uid = uid;
    this.departure = departure;
  }

  static Supervisor start(Pool pool, Uid uid, Departure departure) {
    Supervisor supervisor = new Supervisor(pool, uid, departure);
    Thread thread = new Thread(supervisor, "member-supervisor");
    thread.setDaemon(true);
    thread.start();
    return supervisor;
  }

  /** Sets how long the member may take to be ready, and how long it may be idle then. */
  void timeouts(Duration boot, Duration idle) {
    expiry.timeouts(boot, idle);
  }

  /** Names what the member does while it is idle. */
  void prepares(Preparation work) {
    preparation = work;
  }

  @Override
  public void run() {
    boolean stays = true;
    while (stays) {
      try {
        stays = !look();
      } catch (RuntimeException e) {
        // "Cannot be read right now" is no reason to go.
        LOG.warn("Member {} cannot tell where it stands and asks again", uid, e);
      } catch (Error e) {
        giveUp(e);
        throw e;
      }
      try {
        TimeUnit.MILLISECONDS.sleep(PERIOD.toMillis());
      } catch (InterruptedException e) {
        // A stray interrupt must not leave the member without its supervisor.
        LOG.debug("The supervisor was interrupted and goes on");
      }
    }
  }

  /** For example, its jar was overwritten: classes cannot be loaded, perhaps not even to leave. */
  private void giveUp(Error error) {
    try {
      departure.leaveFor("its supervisor failed", error);
    } catch (Error again) {
      Runtime.getRuntime().halt(1);
    }
  }

  private boolean look() {
    Standing standing = pool.standing(uid);
    Optional<String> reason = expiry.reasonToLeave(standing, System.nanoTime());
    if (reason.isEmpty()) {
      Preparation work = preparation;
      if (work != null) {
        work.look(standing);
      }
      return false;
    }
    // Between looking and deciding, somebody may have claimed it.
    if (standing instanceof Standing.Idle && !pool.retireIdle(uid, reason.get())) {
      return false;
    }
    departure.leave(reason.get());
    return true;
  }
}
