package io.github.sparkconnect.pool;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/** JSON objects to bytes and back; reading is total: any bytes give an answer. */
final class Json {

  /** Records are a few kilobytes: more is not one. */
  static final int MAX_BYTES = 1 << 20;

  private static final int MAX_DEPTH = 32;

  /** NaN and Infinity are no JSON, but spoil their own field only. */
  private static final ObjectMapper MAPPER =
      new ObjectMapper(
          JsonFactory.builder()
              .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
              .streamReadConstraints(
                  StreamReadConstraints.builder()
                      .maxNestingDepth(MAX_DEPTH)
                      .maxStringLength(MAX_BYTES)
                      .build())
              .build());

  private Json() {}

  /**
   * An object as far as it could be read.
   *
   * @param fields the fields before the first thing that is wrong
   * @param problem what is wrong, if anything
   */
  record Parsed(ObjectNode fields, Optional<String> problem) {}

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static byte[] bytes(ObjectNode object) {
    try {
      return MAPPER.writeValueAsBytes(object);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("a tree of values can always be written", e);
    }
  }

  static Parsed parse(byte[] bytes) {
    ObjectNode fields = object();
    if (bytes.length == 0) {
      return new Parsed(fields, Optional.of("it is empty"));
    }
    if (bytes.length > MAX_BYTES) {
      return new Parsed(fields, Optional.of("it is larger than 1 MiB"));
    }
    try (JsonParser parser = MAPPER.createParser(bytes)) {
      return new Parsed(fields, readFields(parser, fields));
    } catch (IOException | RuntimeException e) {
      // Not the message: it quotes the source, which may be a token.
      return new Parsed(
          fields, Optional.of("it is not JSON (" + e.getClass().getSimpleName() + ")"));
    }
  }

  private static Optional<String> readFields(JsonParser parser, ObjectNode fields)
      throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      return Optional.of("it is not a JSON object");
    }
    Optional<String> problem = Optional.empty();
    JsonToken token = parser.nextToken();
    while (token == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      JsonNode value = MAPPER.readTree(parser);
      if (value.isNumber()) {
        // Where a cut file ends, a number may be a part of one: something must follow.
        token = parser.nextToken();
        if (token == null) {
          break;
        }
      }
      if (fields.has(name)) {
        problem = Optional.of("it has a field twice");
      } else {
        fields.set(name, value);
      }
      if (!value.isNumber()) {
        token = parser.nextToken();
      }
    }
    if (token != JsonToken.END_OBJECT) {
      return Optional.of("it is cut off");
    }
    return parser.nextToken() == null
        ? problem
        : Optional.of("something follows the end of the object");
  }
}
