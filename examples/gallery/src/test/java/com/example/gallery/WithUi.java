package com.example.gallery;

import io.github.sparkconnect.junit.SparkConnectServer;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A server with Spark's UI on http://localhost:4050, while a test stands at a breakpoint. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SparkConnectServer(serverConf = {"spark.ui.enabled=true", "spark.ui.port=4050"})
@interface WithUi {}
