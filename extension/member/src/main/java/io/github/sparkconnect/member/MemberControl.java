package io.github.sparkconnect.member;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.sql.connector.ExternalCommandRunner;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.jspecify.annotations.Nullable;

/**
 * How a claimant controls its member: Spark runs this class in the server for {@code
 * session.executeCommand(...)}. Each answer is one string, a JSON object.
 *
 * <ul>
 *   <li>{@code ping}: {@code {"format":1,"healthy":true,"problems":[]}}
 *   <li>{@code reset}, with the option {@code session}, the id of the session that calls and is
 *       spared: {@code {"format":1,"removed":["tables: 2 (a.b, a.c)"],"residue":[],"problems":[],
 *       "millis":3}}. A member with residue or problems must be retired.
 * </ul>
 */
public final class MemberControl implements ExternalCommandRunner {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Spark makes instances of this class by name, so this is how they find the member. */
  private static final AtomicReference<@Nullable Attached> MEMBER = new AtomicReference<>();

  private record Attached(Baseline baseline, Preparation preparation) {}

  /** Made by Spark. */
  public MemberControl() {}

  static void attach(Baseline baseline, Preparation preparation) {
    MEMBER.set(new Attached(baseline, preparation));
  }

  @Override
  public String[] executeCommand(String command, CaseInsensitiveStringMap options) {
    Attached member = MEMBER.get();
    if (member == null) {
      throw new IllegalStateException("this server is no member of a pool, or not yet");
    }
    member.preparation().stop();
    Baseline baseline = member.baseline();
    ObjectNode answer =
        switch (command) {
          case "ping" -> ping(baseline);
          case "reset" -> reset(baseline, options);
          default ->
              throw new IllegalArgumentException(
                  "the command is 'ping' or 'reset', but was: '" + command + "'");
        };
    return new String[] {answer.toString()};
  }

  private static ObjectNode ping(Baseline baseline) {
    List<String> problems = baseline.health().problems();
    ObjectNode answer = answer().put("healthy", problems.isEmpty());
    put(answer, "problems", problems);
    return answer;
  }

  private static ObjectNode reset(Baseline baseline, CaseInsensitiveStringMap options) {
    long start = System.nanoTime();
    String session = options.get("session");
    if (session == null) {
      throw new IllegalArgumentException(
          "'reset' needs the option 'session': the id of the session that calls");
    }
    Reset reset = baseline.restore(new RunningWorkKeeper.Caller(session));
    ObjectNode answer = answer();
    put(answer, "removed", reset.removed());
    put(answer, "residue", reset.residue());
    // Who is retired anyway need not prove its health, least of all while tasks do not stop.
    put(answer, "problems", reset.residue().isEmpty() ? baseline.health().problems() : List.of());
    return answer.put("millis", (System.nanoTime() - start) / 1_000_000);
  }

  private static ObjectNode answer() {
    return JSON.createObjectNode().put("format", 1);
  }

  private static void put(ObjectNode answer, String field, List<String> texts) {
    texts.forEach(answer.putArray(field)::add);
  }
}
