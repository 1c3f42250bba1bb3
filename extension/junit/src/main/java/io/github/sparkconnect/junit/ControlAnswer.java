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
   * Reads the answer to a reset.
   *
   * @throws SparkConnectException if the text is not a whole answer of format 1
   */
  static ControlAnswer parse(String text) {
    JsonNode root = root(text);
    return new ControlAnswer(
        texts(root, "removed", text), texts(root, "residue", text), texts(root, "problems", text));
  }

  /** Reads the answer to a ping, which changes nothing. */
  static ControlAnswer parsePing(String text) {
    return new ControlAnswer(List.of(), List.of(), texts(root(text), "problems", text));
  }

  private static JsonNode root(String text) {
    JsonNode root;
    try {
      root = JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new SparkConnectException("The member's answer is not JSON: " + text, e);
    }
    if (root == null || !root.path("format").isInt() || root.path("format").intValue() != 1) {
      throw new SparkConnectException("The member's answer is not of format 1: " + text);
    }
    return root;
  }

  /** Whether the member may serve another class. */
  boolean fit() {
    return residue.isEmpty() && problems.isEmpty();
  }

  /** What is missing or of another kind must not pass for "nothing is left". */
  private static List<String> texts(JsonNode root, String name, String text) {
    List<String> texts = new ArrayList<>();
    boolean legible = root.path(name).isArray();
    for (JsonNode node : root.path(name)) {
      legible &= node.isTextual();
      texts.add(node.asText());
    }
    if (!legible) {
      throw new SparkConnectException("The member's answer has no list '" + name + "': " + text);
    }
    return List.copyOf(texts);
  }
}
