package io.github.sparkconnect.pool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of a record, each alone and strictly, and remembers what is wrong with them.
 *
 * <p>A number is an integer token within its range, a text a string token: nothing is converted.
 * Problems name fields and kinds, never values, for a value may be a token.
 */
final class Fields {

  private final ObjectNode object;
  private final String prefix;
  private final List<String> problems;

  Fields(ObjectNode object) {
    this(object, "", new ArrayList<>());
  }

  private Fields(ObjectNode object, String prefix, List<String> problems) {
    this.object = object;
    this.prefix = prefix;
    this.problems = problems;
  }

  /** Returns what is wrong with the fields read so far. */
  List<String> problems() {
    return problems;
  }

  boolean has(String name) {
    return object.has(name);
  }

  void format() {
    integer("format", PoolDirectory.FORMAT, PoolDirectory.FORMAT);
  }

  Optional<Long> integer(String name, long min, long max) {
    JsonNode value = object.get(name);
    if (value == null || !value.isIntegralNumber()) {
      return bad(name, "is not an integer but " + kind(value));
    }
    if (!value.canConvertToLong() || value.longValue() < min || value.longValue() > max) {
      return bad(name, "is not between " + min + " and " + max);
    }
    return Optional.of(value.longValue());
  }

  Optional<Instant> timestamp(String name) {
    return integer(name, 0, Timestamps.MAX_MILLIS).map(Instant::ofEpochMilli);
  }

  Optional<String> text(String name) {
    JsonNode value = object.get(name);
    if (value == null || !value.isTextual()) {
      return bad(name, "is not a text but " + kind(value));
    }
    return value.textValue().isBlank() ? bad(name, "is blank") : Optional.of(value.textValue());
  }

  /** A text that may be empty or missing. */
  String optionalText(String name) {
    JsonNode value = object.get(name);
    return value != null && value.isTextual() ? value.textValue() : "";
  }

  Optional<SortedMap<String, String>> texts(String name) {
    if (!(object.get(name) instanceof ObjectNode map)) {
      return bad(name, "is not an object but " + kind(object.get(name)));
    }
    SortedMap<String, String> texts = new TreeMap<>();
    for (var entry : map.properties()) {
      if (!entry.getValue().isTextual()) {
        return bad(name, "has a value that is not a text but " + kind(entry.getValue()));
      }
      texts.put(entry.getKey(), entry.getValue().textValue());
    }
    return Optional.of(texts);
  }

  /** The fields {@code pid} and {@code startId}. */
  Optional<ProcessIdentity> process() {
    Optional<Long> pid = integer("pid", 1, Integer.MAX_VALUE);
    Optional<String> startId = text("startId");
    return pid.flatMap(number -> startId.map(id -> new ProcessIdentity(number, id)));
  }

  /** An object with fields of its own. */
  Optional<Fields> nested(String name) {
    return object.get(name) instanceof ObjectNode inner
        ? Optional.of(new Fields(inner, prefix + name + ".", problems))
        : bad(name, "is not an object but " + kind(object.get(name)));
  }

  Optional<Claimant> claimant() {
    Optional<ProcessIdentity> process = process();
    Optional<String> testClass = text("testClass");
    Optional<Instant> since = timestamp("since");
    return process.flatMap(
        who -> testClass.flatMap(what -> since.map(when -> new Claimant(who, what, when))));
  }

  /** What a field means beyond its kind, checked by the constructor of the value. */
  <A, B> Optional<B> checked(String name, Optional<A> value, Function<A, B> constructor) {
    try {
      return value.map(constructor);
    } catch (IllegalArgumentException e) {
      return bad(name, "is out of its range");
    }
  }

  private <T> Optional<T> bad(String name, String problem) {
    problems.add("'" + prefix + name + "' " + problem);
    return Optional.empty();
  }

  private static String kind(@Nullable JsonNode value) {
    if (value == null) {
      return "missing";
    }
    return switch (value.getNodeType()) {
      case NUMBER -> value.isIntegralNumber() ? "an integer" : "a fraction";
      case STRING -> "a text";
      case BOOLEAN -> "a boolean";
      case ARRAY -> "an array";
      case OBJECT -> "an object";
      case NULL -> "null";
      default -> "something else";
    };
  }
}
