package io.github.sparkconnect.pool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Records to JSON and back.
 *
 * <p>Fields of a member: {@code format}, {@code host}, {@code port}, {@code token}, {@code
 * sparkVersion}, {@code fingerprint}, {@code inputs}, {@code pid}, {@code startId}, {@code
 * created}, {@code lastUsed}, {@code uses}, {@code log} (relative to the pool directory, so that it
 * can be read back whatever the encoding of file names), and in a claimed one {@code claimant}.
 * Times are milliseconds since 1970. Others are kept: what changes a record changes the tree that
 * was read.
 */
final class RecordCodec {

  private final PoolDirectory directory;

  RecordCodec(PoolDirectory directory) {
    this.directory = directory;
  }

  ObjectNode encode(MemberRecord member) {
    ObjectNode object = format();
    object.put("host", member.endpoint().host());
    object.put("port", member.endpoint().port());
    object.put("token", member.endpoint().token());
    object.put("sparkVersion", member.sparkVersion());
    object.put("fingerprint", member.fingerprint());
    putTexts(object.putObject("inputs"), member.inputs());
    putProcess(object, member.process());
    object.put("created", member.created().toEpochMilli());
    object.put("lastUsed", member.lastUsed().toEpochMilli());
    object.put("uses", member.uses());
    object.put("log", relative(member.log()));
    return object;
  }

  Decoded<MemberRecord> member(Uid uid, Json.Parsed parsed) {
    Fields fields = new Fields(parsed.fields());
    fields.format();
    Optional<ProcessIdentity> process = fields.process();
    var host = fields.text("host");
    var port = fields.integer("port", 1, 65535);
    var token = fields.text("token");
    var version = fields.text("sparkVersion");
    var fingerprint = fields.text("fingerprint");
    var inputs = fields.texts("inputs");
    var created = fields.timestamp("created");
    var lastUsed = fields.timestamp("lastUsed");
    var uses = fields.integer("uses", 0, Long.MAX_VALUE);
    var log = fields.checked("log", fields.text("log"), this::inside);
    Optional<MemberRecord> record = Optional.empty();
    if (fields.problems().isEmpty()) {
      var endpoint =
          fields.checked(
              "host, port or token",
              host,
              h -> new Endpoint(h, port.orElseThrow().intValue(), token.orElseThrow()));
      record =
          fields.checked(
              "fingerprint",
              endpoint,
              e ->
                  new MemberRecord(
                      uid,
                      e,
                      version.orElseThrow(),
                      fingerprint.orElseThrow(),
                      inputs.orElseThrow(),
                      process.orElseThrow(),
                      created.orElseThrow(),
                      lastUsed.orElseThrow(),
                      uses.orElseThrow(),
                      log.orElseThrow()));
    }
    return Decoded.of(parsed, fields, record, process);
  }

  /** Returns the {@code claimant} of a claimed record; empty if there is none, or none legible. */
  static Optional<Claimant> claimant(Json.Parsed parsed) {
    Fields fields = new Fields(parsed.fields());
    return fields.has("claimant")
        ? fields.nested("claimant").flatMap(Fields::claimant)
        : Optional.empty();
  }

  static void putClaimant(ObjectNode object, Claimant claimant) {
    ObjectNode inner = object.putObject("claimant");
    putProcess(inner, claimant.process());
    inner.put("testClass", claimant.testClass());
    inner.put("since", claimant.since().toEpochMilli());
  }

  static ObjectNode pending(
      Fingerprint fingerprint, String sparkVersion, ProcessIdentity launcher, Instant now) {
    ObjectNode object = format();
    object.put("fingerprint", fingerprint.sha256());
    putTexts(object.putObject("inputs"), fingerprint.inputs());
    object.put("sparkVersion", sparkVersion);
    putProcess(object.putObject("launcher"), launcher);
    object.put("created", now.toEpochMilli());
    return object;
  }

  static Decoded<PoolEntry.Pending> pending(Uid uid, Json.Parsed parsed) {
    Fields fields = new Fields(parsed.fields());
    fields.format();
    boolean identified = fields.has("pid") || fields.has("startId");
    Optional<ProcessIdentity> process = identified ? fields.process() : Optional.empty();
    var fingerprint = fields.text("fingerprint");
    var inputs = fields.texts("inputs");
    var version = fields.text("sparkVersion");
    var launcher = fields.nested("launcher").flatMap(Fields::process);
    var created = fields.timestamp("created");
    Optional<PoolEntry.Pending> record = Optional.empty();
    if (fields.problems().isEmpty()) {
      record =
          Optional.of(
              new PoolEntry.Pending(
                  uid,
                  fingerprint.orElseThrow(),
                  inputs.orElseThrow(),
                  version.orElseThrow(),
                  launcher.orElseThrow(),
                  process,
                  created.orElseThrow()));
    }
    return Decoded.of(parsed, fields, record, process);
  }

  static ObjectNode process(ProcessIdentity process) {
    ObjectNode object = format();
    putProcess(object, process);
    return object;
  }

  /** Returns the process that a record or a {@code process.json} names, if that is legible. */
  static Optional<ProcessIdentity> process(Json.Parsed parsed) {
    return new Fields(parsed.fields()).process();
  }

  static ObjectNode failure(LaunchFailure failure, String fingerprint) {
    ObjectNode object = format();
    object.put("message", failure.message());
    object.put("detail", failure.detail());
    object.put("at", failure.at().toEpochMilli());
    object.put("fingerprint", fingerprint);
    return object;
  }

  static Optional<FailedLaunch> failure(Uid uid, Json.Parsed parsed) {
    Fields fields = new Fields(parsed.fields());
    fields.format();
    var message = fields.text("message");
    var at = fields.timestamp("at");
    String detail = fields.optionalText("detail");
    String fingerprint = fields.optionalText("fingerprint");
    return message.flatMap(
        text ->
            at.map(
                when -> new FailedLaunch(uid, fingerprint, new LaunchFailure(text, detail, when))));
  }

  static ObjectNode waiter(Waiter waiter) {
    ObjectNode object = format();
    Claimant claimant = waiter.claimant();
    putProcess(object, claimant.process());
    object.put("testClass", claimant.testClass());
    object.put("since", claimant.since().toEpochMilli());
    object.put("fingerprint", waiter.fingerprint());
    return object;
  }

  static Decoded<Waiter> waiter(EntryName.Waiting name, Json.Parsed parsed) {
    Fields fields = new Fields(parsed.fields());
    fields.format();
    Optional<Claimant> claimant = fields.claimant();
    Optional<String> fingerprint = fields.text("fingerprint");
    Optional<Waiter> waiter =
        claimant.flatMap(who -> fingerprint.map(digest -> new Waiter(name, who, digest)));
    return Decoded.of(parsed, fields, waiter, claimant.map(Claimant::process));
  }

  static ObjectNode format() {
    return Json.object().put("format", PoolDirectory.FORMAT);
  }

  static void putProcess(ObjectNode object, ProcessIdentity process) {
    object.put("pid", process.pid());
    object.put("startId", process.startId());
  }

  private static void putTexts(ObjectNode object, Map<String, String> texts) {
    texts.forEach(object::put);
  }

  private String relative(Path log) {
    if (!log.startsWith(directory.path())) {
      throw new IllegalArgumentException(
          "the log of a member is inside the pool directory " + directory + ", but was: " + log);
    }
    return directory.path().relativize(log).toString();
  }

  /** A planted record must not have other files read out. */
  private Path inside(String log) {
    Path path = directory.path().resolve(log).normalize();
    if (!path.startsWith(directory.path())) {
      throw new IllegalArgumentException("outside");
    }
    return path;
  }
}
