package io.github.sparkconnect.member;

import io.github.sparkconnect.pool.Endpoint;
import io.github.sparkconnect.pool.MemberRecord;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/**
 * A member without Spark: everything about its life is real but what it would serve.
 *
 * <p>The system property {@code stop} set to {@code hang}: what ends Spark never comes back.
 */
public final class StandIn {

  private StandIn() {}

  /** Runs it. The first argument only makes the command line a member's. */
  public static void main(String[] args) throws InterruptedException {
    SparkConnectMemberMain.run(
        Arrays.copyOfRange(args, 1, args.length),
        (directory, spec, self, departure, supervisor) -> {
          hangIf("boot");
          departure.stopsSparkBy(() -> hangIf("stop"));
          return new MemberRecord(
              spec.uid(),
              new Endpoint("localhost", 1, TestPool.TOKEN),
              spec.sparkVersion(),
              spec.fingerprint(),
              self,
              Instant.now(),
              directory.log(spec.uid()));
        });
  }

  private static void hangIf(String property) {
    if (System.getProperty(property, "").equals("hang")) {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
