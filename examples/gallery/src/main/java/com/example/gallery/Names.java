package com.example.gallery;

import static org.apache.spark.sql.functions.udf;

import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;

/** The code under test: functions for Spark. */
public final class Names {

  private Names() {}

  /** The function {@code name -> initials}. */
  public static UserDefinedFunction initials() {
    return udf((UDF1<String, String>) Names::initials, DataTypes.StringType);
  }

  private static String initials(String name) {
    StringBuilder initials = new StringBuilder();
    for (String word : name.split(" ", -1)) {
      initials.append(word, 0, 1);
    }
    return initials.toString();
  }
}
