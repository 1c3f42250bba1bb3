package io.github.sparkconnect.pool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a member's record may hold, field by field. */
class RecordValidationTest {

  private static final Uid UID = new Uid("0123456789ab");
  private static final ProcessIdentity PROCESS = new ProcessIdentity(4711, "fake:1");
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

  @TempDir Path temp;
  private RecordCodec codec;
  private ObjectNode good;

  @BeforeEach
  void makeAGoodRecord() {
    PoolDirectory directory = PoolDirectory.open(temp.resolve("pool"));
    codec = new RecordCodec(directory);
    good =
        codec.encode(
            new MemberRecord(
                UID,
                new Endpoint("localhost", 15002, "secret-token"),
                "4.2.0",
                new Fingerprint("0f".repeat(32), new TreeMap<>()),
                PROCESS,
                NOW,
                directory.log(UID)));
  }

  private Decoded<MemberRecord> decode(String json) {
    return codec.member(UID, Json.parse(json.getBytes(UTF_8)));
  }

  /** The good record with one field's JSON text replaced. */
  private Decoded<MemberRecord> with(String field, String json) {
    good.put(field, "REPLACE");
    return decode(good.toString().replace("\"REPLACE\"", json));
  }

  @Test
  void aGoodRecordIsReadBack() {
    Decoded<MemberRecord> decoded = decode(good.toString());

    assertThat(decoded.problem()).isEmpty();
    assertThat(decoded.value().map(codec::encode)).contains(good);
  }

  @ParameterizedTest
  @ValueSource(strings = {"port", "pid", "created", "lastUsed", "uses", "format"})
  void aNumberIsAnIntegerInItsRange(String field) {
    BigInteger huge = BigInteger.TEN.pow(400);
    for (String number :
        new String[] {
          huge.toString(),
          "1e400",
          BigInteger.TWO.pow(100).toString(),
          "9223372036854775808",
          "NaN",
          "Infinity",
          "-Infinity",
          "-1",
          "1.5",
          "1.0",
          "1e3",
          "true",
          "false",
          "\"1\"",
          "\"\"",
          "null",
          "[1]",
          "{}"
        }) {
      Decoded<MemberRecord> decoded = with(field, number);
      assertThat(decoded.value()).as("%s: %s", field, number).isEmpty();
      assertThat(decoded.problem()).as("%s: %s", field, number).contains("'" + field + "'");
      if (!field.equals("pid")) {
        assertThat(decoded.process()).as("%s: %s", field, number).contains(PROCESS);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "port, 0",
    "port, 65536",
    "pid, 0",
    "pid, 2147483648",
    "format, 2",
    "created, 253402300800000",
    "lastUsed, 253402300800000"
  })
  void aNumberJustOutOfRangeIsRefused(String field, String number) {
    assertThat(with(field, number).problem()).contains("'" + field + "' is not between");
  }

  @ParameterizedTest
  @CsvSource({"port, 1", "port, 65535", "created, 0", "uses, 9223372036854775807"})
  void aNumberJustInRangeIsAccepted(String field, String number) {
    assertThat(with(field, number).problem()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"created", "lastUsed"})
  void aTimeToComeIsBelievedBecauseClocksAreSet(String field) {
    String year5000 = Long.toString(Instant.parse("5000-01-01T00:00:00Z").toEpochMilli());
    assertThat(with(field, year5000).problem()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"host", "token", "sparkVersion", "fingerprint", "startId", "log"})
  void aTextIsATextThatIsNotBlank(String field) {
    for (String json : new String[] {"1", "true", "null", "[]", "{}", "\"\"", "\"  \""}) {
      assertThat(with(field, json).problem()).as(json).contains("'" + field + "'");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "LOCALHOST",
        "localhost.",
        "localhost.evil.example",
        "evil.example",
        "::1"
      })
  void onlyLocalhostGetsTokens(String host) {
    assertThat(with("host", "\"" + host + "\"").value()).isEmpty();
    assertThatThrownBy(() -> new Endpoint(host, 1, "t"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("only the host 'localhost' is accepted, not: '");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../other/file", "/etc/passwd", "member-x/../../y", "a\\u0000b"})
  void aLogIsInsideThePool(String log) {
    assertThat(with("log", "\"" + log + "\"").problem()).contains("'log'");
  }

  @Test
  void inputsAreTexts() {
    assertThat(with("inputs", "{\"a\":1}").problem()).contains("'inputs'");
    assertThat(with("inputs", "[]").problem()).contains("'inputs'");
    assertThat(with("inputs", "{\"a\":\"1\"}").problem()).isEmpty();
  }

  @Test
  void everyFieldIsNeeded() {
    for (var field : good.deepCopy().properties()) {
      ObjectNode without = good.deepCopy();
      without.remove(field.getKey());
      assertThat(decode(without.toString()).problem())
          .as(field.getKey())
          .contains("'" + field.getKey() + "'")
          .contains("missing");
    }
  }

  @Test
  void whatIsCutOffIsReadUpToTheCut() {
    String json = good.toString();
    int afterStartId = json.indexOf(",\"created\"");
    for (int end = 0; end < json.length(); end++) {
      Decoded<MemberRecord> decoded = decode(json.substring(0, end));
      assertThat(decoded.value()).isEmpty();
      assertThat(decoded.problem()).isNotEmpty();
      Optional<ProcessIdentity> expected =
          end >= afterStartId ? Optional.of(PROCESS) : Optional.empty();
      assertThat(decoded.process()).as("cut at %s", end).isEqualTo(expected);
    }
  }

  @Test
  void aRecordIsOneObjectWithEachFieldOnce() {
    String json = good.toString();
    assertThat(decode(json + json).problem()).isNotEmpty();
    assertThat(decode(json + " x").problem()).isNotEmpty();
    assertThat(decode("[" + json + "]").problem()).contains("not a JSON object");
    assertThat(decode(json.replace("{\"format\"", "{\"pid\":1,\"format\"")).problem())
        .contains("twice");
  }

  @Test
  void whatIsTooDeepOrTooLargeIsMalformed() {
    assertThat(with("extra", "[".repeat(10_000) + "]".repeat(10_000)).process()).contains(PROCESS);
    assertThat(decode("[".repeat(10_000)).problem()).isNotEmpty();
    assertThat(Json.parse(new byte[Json.MAX_BYTES + 1]).problem())
        .contains("it is larger than 1 MiB");
  }

  @Test
  void noTextShowsTheToken() {
    Decoded<MemberRecord> bad = with("port", "-1");
    MemberRecord member = decode(good.put("port", 1).toString()).value().orElseThrow();

    assertThat(bad.problem()).doesNotContain("secret-token");
    assertThat(member.toString()).doesNotContain("secret-token").contains("localhost:1");
    assertThat(decode("{\"token\":\"secret-token").problem()).doesNotContain("secret-token");
    assertThatThrownBy(() -> new Endpoint("localhost", 1, "secret token"))
        .hasMessageNotContaining("secret");
  }
}
