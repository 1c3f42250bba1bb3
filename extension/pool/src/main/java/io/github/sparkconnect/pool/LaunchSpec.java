package io.github.sparkconnect.pool;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a member is to become: {@code member-<uid>/launch.json}.
 *
 * <p>The launcher writes it before it starts the process, the member reads it once. It is never
 * changed afterwards.
 *
 * @param uid the member that this is for
 * @param fingerprint what the member was launched for, published with it
 * @param sparkVersion the Spark version that the launcher resolved
 * @param master Spark's master URL
 * @param conf Spark's configuration, each entry stronger than the member's own defaults
 * @param init SQL scripts to run before the member is published, in this order
 * @param idleWork what the member does while it is idle
 * @param bootTimeout how long the member may take until it is ready, positive; its launcher watches
 *     that, and if there is none any more, the member itself
 * @param idleTimeout how long the member may be unclaimed before it goes away, positive
 * @param created when the launcher wrote this
 */
public record LaunchSpec(
    Uid uid,
    Fingerprint fingerprint,
    String sparkVersion,
    String master,
    SortedMap<String, String> conf,
    List<Path> init,
    IdleWork idleWork,
    Duration bootTimeout,
    Duration idleTimeout,
    Instant created) {

  /**
   * What the member does while nobody has claimed it.
   *
   * @param warmUp whether it runs queries of its own
   * @param archive the file that it leaves an archive of its classes in; empty for none
   */
  public record IdleWork(boolean warmUp, Optional<Path> archive) {

    /** Nothing at all. */
    public static final IdleWork NONE = new IdleWork(false, Optional.empty());
  }

  private static final int FORMAT = 1;
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /**
   * @throws IllegalArgumentException if {@code sparkVersion} or {@code master} is blank or a
   *     timeout is not positive
   */
  public LaunchSpec {
    requireText("sparkVersion", sparkVersion);
    requireText("master", master);
    requirePositive("bootTimeout", bootTimeout);
    requirePositive("idleTimeout", idleTimeout);
    conf = Collections.unmodifiableSortedMap(new TreeMap<>(conf));
    init = List.copyOf(init);
  }

  /** Returns the same with another master. */
  public LaunchSpec withMaster(String other) {
    return new LaunchSpec(
        uid,
        fingerprint,
        sparkVersion,
        other,
        conf,
        init,
        idleWork,
        bootTimeout,
        idleTimeout,
        created);
  }

  /**
   * Writes this to {@code file}, readable by its owner only, as one atomic step.
   *
   * @throws PoolException if that is not possible
   */
  public void write(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    try {
      Path draft =
          Files.createTempFile(
              folder,
              ".launch-",
              ".tmp",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      try {
        Files.write(draft, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(toJson()));
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(draft);
      }
    } catch (IOException e) {
      throw new PoolException("The launch specification " + file + " cannot be written: " + e, e);
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws PoolException if {@code file} cannot be read or is no launch specification
   */
  public static LaunchSpec read(Path file) {
    try {
      return fromJson(JSON.readTree(Files.readAllBytes(file)));
    } catch (JacksonException | IllegalArgumentException e) {
      throw new PoolException(file + " is no launch specification: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new PoolException("The launch specification " + file + " cannot be read: " + e, e);
    }
  }

  private ObjectNode toJson() {
    ObjectNode json = JSON.createObjectNode();
    json.put("format", FORMAT);
    json.put("uid", uid.value());
    json.put("fingerprint", fingerprint.sha256());
    fingerprint.inputs().forEach(json.putObject("inputs")::put);
    json.put("sparkVersion", sparkVersion);
    json.put("master", master);
    conf.forEach(json.putObject("conf")::put);
    init.forEach(script -> json.withArray("/init").add(script.toString()));
    json.put("warmUp", idleWork.warmUp());
    idleWork.archive().ifPresent(file -> json.put("archive", file.toString()));
    json.put("bootTimeoutMillis", bootTimeout.toMillis());
    json.put("idleTimeoutMillis", idleTimeout.toMillis());
    json.put("created", created.toEpochMilli());
    return json;
  }

  private static LaunchSpec fromJson(JsonNode json) {
    if (integer(json, "format") != FORMAT) {
      throw new IllegalArgumentException(
          "format is " + FORMAT + ", but was: " + json.get("format"));
    }
    List<Path> init = new ArrayList<>();
    for (JsonNode script : json.path("init")) {
      if (!script.isTextual()) {
        throw new IllegalArgumentException("init is an array of strings, but has: " + script);
      }
      init.add(Path.of(script.textValue()));
    }
    return new LaunchSpec(
        new Uid(text(json, "uid")),
        new Fingerprint(text(json, "fingerprint"), map(json, "inputs")),
        text(json, "sparkVersion"),
        text(json, "master"),
        map(json, "conf"),
        init,
        new IdleWork(
            json.path("warmUp").asBoolean(),
            json.has("archive") ? Optional.of(Path.of(text(json, "archive"))) : Optional.empty()),
        Duration.ofMillis(integer(json, "bootTimeoutMillis")),
        Duration.ofMillis(integer(json, "idleTimeoutMillis")),
        Instant.ofEpochMilli(integer(json, "created")));
  }

  private static SortedMap<String, String> map(JsonNode json, String field) {
    SortedMap<String, String> map = new TreeMap<>();
    JsonNode object = json.path(field);
    object.fieldNames().forEachRemaining(name -> map.put(name, text(object, name)));
    return map;
  }

  private static String text(JsonNode json, String field) {
    JsonNode value = json.path(field);
    if (!value.isTextual()) {
      throw new IllegalArgumentException(field + " is a string, but was: " + value);
    }
    return value.textValue();
  }

  private static long integer(JsonNode json, String field) {
    JsonNode value = json.path(field);
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw new IllegalArgumentException(field + " is an integer, but was: " + value);
    }
    return value.longValue();
  }

  private static void requirePositive(String field, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(field + " is positive, but was: " + value);
    }
  }

  private static void requireText(String field, String value) {
    if (value.isBlank()) {
      throw new IllegalArgumentException(field + " is blank");
    }
  }
}
