package com.example.gallery;

import io.github.sparkconnect.junit.SparkConnectServer;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A server that has the customers already; all classes with it share such servers. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SparkConnectServer(init = "classpath:customers.sql")
@interface WithCustomers {}
