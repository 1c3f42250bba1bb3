package io.github.sparkconnect.pool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Any bytes as a record give an answer and never an exception. */
class RecordPropertiesTest {

  private static final Uid UID = new Uid("0123456789ab");
  private static final String GOOD =
      "{\"format\":1,\"host\":\"localhost\",\"port\":15002,\"token\":\"t\",\"sparkVersion\":\"4.2.0\","
          + "\"fingerprint\":\""
          + "0f".repeat(32)
          + "\",\"inputs\":{\"a\":\"b\"},\"pid\":4711,\"startId\":\"x\",\"created\":1,\"lastUsed\":2,"
          + "\"uses\":3,\"log\":\"member-0123456789ab/member.log\",\"launcher\":{\"pid\":1,"
          + "\"startId\":\"y\"},\"claimant\":{\"pid\":9,\"startId\":\"z\",\"testClass\":\"T\",\"since\":5}}";

  private final RecordCodec codec = new RecordCodec(PoolDirectory.unchecked(Path.of("/pool")));

  @Property
  void anyBytes(@ForAll byte[] bytes) {
    readAll(bytes);
  }

  @Property
  void anyTextAsAnObject(@ForAll String text) {
    readAll(("{\"pid\":" + text + ",\"startId\":\"x\"}").getBytes(UTF_8));
  }

  @Property
  void aGoodRecordWithBytesOverwritten(
      @ForAll @IntRange(max = 400) int at, @ForAll byte[] overwritten) {
    byte[] bytes = GOOD.getBytes(UTF_8);
    for (int i = 0; i < overwritten.length && at + i < bytes.length; i++) {
      bytes[at + i] = overwritten[i];
    }
    readAll(bytes);
  }

  @Property
  void aGoodRecordCutAndContinuedWithAnything(
      @ForAll @IntRange(max = 400) int at, @ForAll byte[] rest) {
    byte[] head = GOOD.getBytes(UTF_8);
    int end = Math.min(at, head.length);
    byte[] bytes = Arrays.copyOf(head, end + rest.length);
    System.arraycopy(rest, 0, bytes, end, rest.length);
    readAll(bytes);
  }

  private void readAll(byte[] bytes) {
    Json.Parsed parsed = Json.parse(bytes);
    Decoded<MemberRecord> member = codec.member(UID, parsed);
    assertThat(member.value().isPresent()).isEqualTo(member.problem().isEmpty());
    Decoded<PoolEntry.Pending> pending = RecordCodec.pending(UID, parsed);
    assertThat(pending.value().isPresent()).isEqualTo(pending.problem().isEmpty());
    Decoded<Waiter> waiter = RecordCodec.waiter(new EntryName.Waiting(1, 1), parsed);
    assertThat(waiter.value().isPresent()).isEqualTo(waiter.problem().isEmpty());
    RecordCodec.claimant(parsed);
    RecordCodec.process(parsed);
    RecordCodec.failure(UID, parsed);
  }
}
