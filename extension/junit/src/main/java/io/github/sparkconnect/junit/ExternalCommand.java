package io.github.sparkconnect.junit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.spark.connect.proto.Command;
import org.apache.spark.connect.proto.ExecuteExternalCommand;
import org.apache.spark.connect.proto.ExecutePlanResponse;
import org.apache.spark.connect.proto.LocalRelation;
import org.apache.spark.sql.connect.SparkSession;
import org.sparkproject.com.google.protobuf.ByteString;
import org.sparkproject.org.apache.arrow.memory.BufferAllocator;
import org.sparkproject.org.apache.arrow.memory.RootAllocator;
import org.sparkproject.org.apache.arrow.vector.VarCharVector;
import org.sparkproject.org.apache.arrow.vector.ipc.ArrowStreamReader;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Runs a command of the server that answers with one string, in one call.
 *
 * <p>{@code SparkSession.executeCommand} makes two of it: its result is a data frame, and
 * collecting that sends back to the server the very rows that the server had answered.
 */
final class ExternalCommand {

  private ExternalCommand() {}

  /**
   * Runs the command and returns the one string of its answer.
   *
   * @param runner the name of a class on the server that is an {@code ExternalCommandRunner}
   * @throws IOException if what came back has no string
   */
  static String answer(
      SparkSession session, String runner, String command, Map<String, String> options)
      throws IOException {
    Command call =
        Command.newBuilder()
            .setExecuteExternalCommand(
                ExecuteExternalCommand.newBuilder()
                    .setRunner(runner)
                    .setCommand(command)
                    .putAllOptions(options))
            .build();
    return answer(CollectionConverters.asJava(session.execute(call)));
  }

  static String answer(Iterable<ExecutePlanResponse> responses) throws IOException {
    for (ExecutePlanResponse response : responses) {
      LocalRelation rows = response.getSqlCommandResult().getRelation().getLocalRelation();
      if (rows.hasData()) {
        return onlyString(rows.getData());
      }
    }
    throw new IOException("The server ended the command without an answer");
  }

  private static String onlyString(ByteString arrow) throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        ArrowStreamReader reader = new ArrowStreamReader(arrow.newInput(), allocator)) {
      reader.loadNextBatch();
      VarCharVector strings = (VarCharVector) reader.getVectorSchemaRoot().getVector(0);
      return new String(strings.get(0), StandardCharsets.UTF_8);
    }
  }
}
