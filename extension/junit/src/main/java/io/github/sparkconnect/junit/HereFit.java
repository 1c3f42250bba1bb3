package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.Fingerprint;
import io.github.sparkconnect.pool.MemberRecord;
import io.github.sparkconnect.pool.Pool;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Whether tests that run in this directory, with these settings and nothing in their annotations,
 * would get a server. Not thread-safe.
 */
final class HereFit {

  private final Pool pool;
  private final Map<String, Result> plans = new HashMap<>();

  private record Result(Optional<Fingerprint> fingerprint, String problem) {}

  HereFit(Pool pool) {
    this.pool = pool;
  }

  /** Returns empty if it fits, else what differs, or why that cannot be told. */
  Optional<String> whyNot(MemberRecord member) {
    Result here = plans.computeIfAbsent(member.sparkVersion(), this::plan);
    if (here.fingerprint().isEmpty()) {
      return Optional.of("cannot be compared: " + here.problem());
    }
    Fingerprint fingerprint = here.fingerprint().get();
    return fingerprint.sha256().equals(member.fingerprint())
        ? Optional.empty()
        : Optional.of(fingerprint.describeDifference(member.inputs()));
  }

  /** Without a client there is no version of ours: then the server's own is taken for it. */
  private Result plan(String version) {
    Properties properties = new Properties();
    properties.putAll(System.getProperties());
    properties.putIfAbsent(Settings.SERVER_VERSION.key(), version);
    // To look is no reason to download anything.
    properties.putIfAbsent(Settings.MAVEN_OFFLINE.key(), "true");
    try {
      return new Result(Optional.of(LaunchPlan.here(pool, properties).fingerprint()), "");
    } catch (SparkConnectException | SettingException e) {
      return new Result(Optional.empty(), FirstLine.of(e));
    }
  }
}
