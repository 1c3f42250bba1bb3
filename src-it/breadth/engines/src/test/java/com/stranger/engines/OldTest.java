package com.stranger.engines;

import static org.junit.Assert.assertTrue;

import org.apache.spark.sql.SparkSession;
import org.junit.Test;

/** Another engine's test, which has nothing to do with servers, and no session either. */
public class OldTest {

  @Test
  public void isUndisturbed() {
    assertTrue(SparkSession.getActiveSession().isEmpty());
  }
}
