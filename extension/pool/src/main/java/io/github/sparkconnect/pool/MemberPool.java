package io.github.sparkconnect.pool;

import java.io.IOException;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The claimants' side of the pool: gets a member that fits, starting one if need be, and takes it
 * back.
 *
 * <p>Who may take, start or evict what is decided by {@link Turn}, under the lock. Everything that
 * takes time (probing a member, starting one, waiting for one) happens outside it. Thread-safe; one
 * per JVM is enough, and knows best which threads hold a claim.
 */
public final class MemberPool {

  private static final Logger LOG = LoggerFactory.getLogger(MemberPool.class);

  private final Pool pool;
  private final Processes processes;
  private final Clock clock;
  private final Reaper reaper;
  private final Map<Uid, Thread> holders = new ConcurrentHashMap<>();
  private final Set<Uid> overflow = ConcurrentHashMap.newKeySet();

  /** Creates the claimants' side of that pool. */
  public MemberPool(Pool pool, Processes processes, Clock clock) {
    this.pool = pool;
    this.processes = processes;
    this.clock = clock;
    this.reaper = new Reaper(pool, processes, clock);
  }

  /**
   * Returns a claim on a member that fits and is healthy.
   *
   * <p>Repairs the pool first, and retires idle members above the limit. Of the ready members with
   * the fingerprint the oldest is taken; one that turns out unfit is retired, and the next tried.
   * If there is none, the claimant gets a place in the queue, and a member is started unless those
   * that are being started suffice. In a full pool it waits until a member is given back, or for
   * the longest idle one with another fingerprint to make room.
   *
   * <p>A launch that fails, no matter whose, fails all who wait for that fingerprint at once, and
   * for half a minute also those who come later, instead of being repeated by each of them.
   *
   * @throws PoolException if there is none in time, a launch failed, or the thread was interrupted
   *     (the flag stays set)
   */
  public Claim acquire(
      AcquireRequest request,
      MemberProbe probe,
      MemberLauncher launcher,
      AcquireListener listener) {
    boolean inClaim = holders.containsValue(Thread.currentThread());
    boolean mayOverflow = inClaim || request.whenFull() == AcquireRequest.WhenFull.OVERFLOW;
    Claim claim =
        new Acquisition(
                this,
                request,
                mayOverflow,
                new CandidateCheck(processes, probe),
                launcher,
                listener)
            .run();
    holders.put(claim.uid(), Thread.currentThread());
    return claim;
  }

  /**
   * Gives a member back; one above the limit is retired instead.
   *
   * @return whether the member is in the pool again
   */
  public boolean giveBack(Claim claim) {
    holders.remove(claim.uid());
    if (overflow.remove(claim.uid())) {
      pool.retire(claim.uid(), "it was started above the limit for a claim inside another");
      return false;
    }
    return pool.giveBack(claim);
  }

  /**
   * Retires a claimed member for that reason, one line, and tells its process to end: one that is
   * suspended, or hangs, would not see it by itself.
   */
  public void retire(Claim claim, String reason) {
    holders.remove(claim.uid());
    overflow.remove(claim.uid());
    pool.retire(claim.uid(), reason);
    reap();
  }

  /** Not to be able to clean up after others is no reason to fail; no lock is one. */
  void reap() {
    try {
      reaper.reap();
    } catch (PoolException e) {
      if (!(e.getCause() instanceof IOException)) {
        throw e;
      }
      LOG.warn("{}", e.getMessage());
    }
  }

  Pool pool() {
    return pool;
  }

  Processes processes() {
    return processes;
  }

  Clock clock() {
    return clock;
  }

  /** Remembers a member that was started above the limit. */
  void overflows(Uid uid) {
    overflow.add(uid);
  }
}
