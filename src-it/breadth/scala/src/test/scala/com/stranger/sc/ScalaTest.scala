package com.stranger.sc

import io.github.sparkconnect.junit.SparkConnectServer
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.functions.udf
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

case class Word(text: String, length: Int)

@SparkConnectServer(conf = Array("spark.sql.session.timeZone=Asia/Kathmandu"))
class ScalaTest {

  @Test
  def runsClosuresOnTheServer(spark: SparkSession): Unit = {
    import spark.implicits._

    val words = Seq("a", "bc").toDS().map(text => Word(Shout(text), text.length)).collect().toSeq

    assertEquals(Seq(Word("A!", 1), Word("BC!", 2)), words)
  }

  @Test
  def runsAUdfOnTheServer(spark: SparkSession): Unit = {
    import spark.implicits._
    val shout = udf((text: String) => Shout(text))

    assertEquals("D!", Seq("d").toDF("word").select(shout($"word")).as[String].head())
  }
}

object Shout {
  def apply(text: String): String = text.toUpperCase + "!"
}
