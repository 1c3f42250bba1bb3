package com.example.delta;

import io.github.sparkconnect.junit.SparkConnectServer;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A server with Delta Lake. Its jars come from the Maven repositories, to the server only. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SparkConnectServer(
    packages = "io.delta:delta-spark_2.13:4.0.0",
    serverConf = {
      "spark.sql.extensions=io.delta.sql.DeltaSparkSessionExtension",
      "spark.sql.catalog.spark_catalog=org.apache.spark.sql.delta.catalog.DeltaCatalog"
    })
@interface DeltaLake {}
