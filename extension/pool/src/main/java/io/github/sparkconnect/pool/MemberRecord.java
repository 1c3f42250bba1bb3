package io.github.sparkconnect.pool;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What the pool knows of a member that is ready: the content of its state file.
 *
 * @param uid its name
 * @param endpoint where it listens
 * @param sparkVersion the version of its Spark, not blank
 * @param fingerprint the digest of what it was launched with, 64 lowercase hexadecimal digits
 * @param inputs what the fingerprint was made of, secrets hashed
 * @param process its process
 * @param created when it was published
 * @param lastUsed when it was last given back, or published
 * @param uses how often it was given back, at least 0
 * @param log its log file, an absolute path inside the pool directory
 */
public record MemberRecord(
    Uid uid,
    Endpoint endpoint,
    String sparkVersion,
    String fingerprint,
    SortedMap<String, String> inputs,
    ProcessIdentity process,
    Instant created,
    Instant lastUsed,
    long uses,
    Path log) {

  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

  /**
   * @throws IllegalArgumentException if a part is out of its range
   */
  public MemberRecord {
    if (sparkVersion.isBlank()) {
      throw new IllegalArgumentException("the Spark version is blank");
    }
    if (!DIGEST.matcher(fingerprint).matches()) {
      throw new IllegalArgumentException(
          "a fingerprint is 64 lowercase hexadecimal digits, but was: '" + fingerprint + "'");
    }
    if (uses < 0) {
      throw new IllegalArgumentException("'uses' must be at least 0, but was: " + uses);
    }
    if (!log.isAbsolute()) {
      throw new IllegalArgumentException("the path of the log is not absolute: " + log);
    }
    inputs = Collections.unmodifiableSortedMap(new TreeMap<>(inputs));
    created = Timestamps.checked("created", created);
    lastUsed = Timestamps.checked("lastUsed", lastUsed);
  }

  /** Creates the record of a member that was just published and never used. */
  public MemberRecord(
      Uid uid,
      Endpoint endpoint,
      String sparkVersion,
      Fingerprint fingerprint,
      ProcessIdentity process,
      Instant created,
      Path log) {
    this(
        uid,
        endpoint,
        sparkVersion,
        fingerprint.sha256(),
        fingerprint.inputs(),
        process,
        created,
        created,
        0,
        log);
  }
}
