package com.example.gallery;

import io.github.sparkconnect.junit.SparkConnectServer;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** An annotation of one's own: what many classes want stands in one place. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SparkConnectServer(
    conf = {"spark.sql.ansi.enabled=false", "spark.sql.session.timeZone=Europe/Zurich"})
@interface WithoutAnsi {}
