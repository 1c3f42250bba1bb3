package com.example.gallery;

import io.github.sparkconnect.junit.SparkConnectServer;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A server that a debugger can be attached to on port 5005, and that logs more. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SparkConnectServer(
    jvmArgs = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=localhost:5005",
    serverConf = "spark.log.level=INFO")
@interface WithDebugger {}
