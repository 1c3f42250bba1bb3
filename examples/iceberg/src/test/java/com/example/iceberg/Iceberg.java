package com.example.iceberg;

import io.github.sparkconnect.junit.SparkConnectServer;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A server with a catalog {@code lake} of Apache Iceberg, whose tables are in the server's own
 * directory and go with it.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SparkConnectServer(
    packages = "org.apache.iceberg:iceberg-spark-runtime-4.0_2.13:1.10.1",
    serverConf = {
      "spark.sql.extensions=org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions",
      "spark.sql.catalog.lake=org.apache.iceberg.spark.SparkCatalog",
      "spark.sql.catalog.lake.type=hadoop",
      "spark.sql.catalog.lake.warehouse=${member.directory}/lake"
    })
@interface Iceberg {}
