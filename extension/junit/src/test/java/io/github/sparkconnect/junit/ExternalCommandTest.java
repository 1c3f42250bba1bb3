package io.github.sparkconnect.junit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.apache.spark.connect.proto.ExecutePlanResponse;
import org.junit.jupiter.api.Test;

class ExternalCommandTest {

  @Test
  void responsesWithoutRowsAreNoAnswer() {
    ExecutePlanResponse.ResultComplete end =
        ExecutePlanResponse.ResultComplete.getDefaultInstance();
    List<ExecutePlanResponse> responses =
        List.of(
            ExecutePlanResponse.getDefaultInstance(),
            ExecutePlanResponse.newBuilder().setResultComplete(end).build());

    assertThatThrownBy(() -> ExternalCommand.answer(responses))
        .isInstanceOf(IOException.class)
        .hasMessage("The server ended the command without an answer");
  }
}
