package io.github.sparkconnect.member;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sparkconnect.pool.MemberRecord;
import io.github.sparkconnect.pool.Standing;
import io.github.sparkconnect.pool.Uid;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.spark.sql.connect.SparkSession;
import scala.collection.immutable.Map.Map1;

/** A member that a test has started. */
final class TestMember {

  /** Of a boot on a busy machine. */
  static final Duration BOOT = Duration.ofMinutes(3);

  final TestPool pool;
  final Uid uid;
  final Process process;

  TestMember(TestPool pool, Uid uid, Process process) {
    this.pool = pool;
    this.uid = uid;
    this.process = process;
  }

  Path directory() {
    return pool.directory.memberDirectory(uid);
  }

  Standing standing() {
    return pool.pool.standing(uid);
  }

  /** Waits until it is published. */
  MemberRecord awaitIdle() {
    await("member " + uid + " to be published")
        .atMost(BOOT)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> standing() instanceof Standing.Idle || !process.isAlive());
    if (standing() instanceof Standing.Idle idle) {
      return idle.member();
    }
    throw new AssertionError("the member ended: " + log());
  }

  void awaitEnd(Duration limit) {
    await("process of member " + uid + " to end").atMost(limit).until(() -> !process.isAlive());
  }

  /** Opens a session of its own, with the client that is in the server's jar. */
  SparkSession connect() {
    int port = ((Standing.Idle) standing()).member().endpoint().port();
    return SparkSession.builder()
        .remote("sc://localhost:" + port + "/;token=" + TestPool.TOKEN)
        .create();
  }

  /** Sends a command to the control runner. */
  static JsonNode control(SparkSession session, String command) {
    return run(session, MemberControl.class.getName(), command);
  }

  static JsonNode run(SparkSession session, String runner, String command) {
    Map1<String, String> options = new Map1<>("session", session.sessionId());
    String answer =
        session.executeCommand(runner, command, options).collectAsList().get(0).getString(0);
    try {
      return new ObjectMapper().readTree(answer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String log() {
    StringBuilder text = new StringBuilder();
    for (String name : List.of("stdout.log", "member.log")) {
      try {
        text.append(Files.readString(directory().resolve(name)));
      } catch (IOException e) {
        text.append("(no ").append(name).append(")\n");
      }
    }
    return text.toString();
  }
}
