package io.github.sparkconnect.pool;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Fields of a record that this version does not know; they are kept when the record is written.
 *
 * <p>Immutable.
 */
public final class UnknownFields {

  private static final UnknownFields NONE =
      new UnknownFields(JsonNodeFactory.instance.objectNode());

  private final ObjectNode fields;

  private UnknownFields(ObjectNode fields) {
    this.fields = fields;
  }

  /** Returns the absence of unknown fields. */
  public static UnknownFields none() {
    return NONE;
  }

  static UnknownFields of(ObjectNode fields) {
    return fields.isEmpty() ? NONE : new UnknownFields(fields.deepCopy());
  }

  /** Adds these fields to a record about to be written. */
  void addTo(ObjectNode target) {
    target.setAll(fields.deepCopy());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof UnknownFields that && fields.equals(that.fields);
  }

  @Override
  public int hashCode() {
    return fields.hashCode();
  }

  /** Returns the names only: a value may be a secret of a later version. */
  @Override
  public String toString() {
    StringBuilder names = new StringBuilder();
    fields
        .fieldNames()
        .forEachRemaining(name -> names.append(names.isEmpty() ? "" : ",").append(name));
    return "[" + names + "]";
  }
}
