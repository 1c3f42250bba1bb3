package io.github.sparkconnect.junit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;

/**
 * What a member answered through the control session.
 *
 * @param removed what a reset took away
 * @param residue what a reset could not take away
 * @param problems why the member is not healthy
 */
record ControlAnswer(List<String> removed, List<String> residue, List<String> problems) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * @throws SparkConnectException if the text is not an answer of format 1
   */
  static ControlAnswer parse(String text) {
    JsonNode root;
    try {
      root = JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new SparkConnectException("The member's answer is not JSON: " + text, e);
    }
    if (root == null || root.path("format").asInt() != 1) {
      throw new SparkConnectException("The member's answer is not of format 1: " + text);
    }
    return new ControlAnswer(
        texts(root.path("removed")), texts(root.path("residue")), texts(root.path("problems")));
  }

  /** Whether the member may serve another class. */
  boolean fit() {
    return residue.isEmpty() && problems.isEmpty();
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(node -> texts.add(node.asText()));
    return List.copyOf(texts);
  }
}
