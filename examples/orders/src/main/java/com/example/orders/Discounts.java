package com.example.orders;

import static org.apache.spark.sql.functions.udf;

import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;

/** The discount that a customer gets, as a function for Spark. */
public final class Discounts {

  private static final UDF2<String, Double, Double> DISCOUNTED = Discounts::discounted;

  private Discounts() {}

  /** Returns what is to pay: gold customers get a tenth off, from 100 on a fifth. */
  static double discounted(String tier, double amount) {
    if (!tier.equals("gold")) {
      return amount;
    }
    return amount >= 100 ? amount * 0.8 : amount * 0.9;
  }

  /** The function {@code (tier, amount) -> to pay}. */
  public static UserDefinedFunction function() {
    return udf(DISCOUNTED, DataTypes.DoubleType);
  }
}
