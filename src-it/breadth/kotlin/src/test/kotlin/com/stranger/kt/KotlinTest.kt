package com.stranger.kt

import io.github.sparkconnect.junit.SparkConnectServer
import org.apache.spark.api.java.function.MapFunction
import org.apache.spark.sql.Encoders
import org.apache.spark.sql.SparkSession
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

@SparkConnectServer(conf = ["spark.sql.session.timeZone=Asia/Kathmandu"])
class KotlinTest(private val constructed: SparkSession) {

    @Test
    fun `runs a lambda and a top-level function on the server`(spark: SparkSession) {
        val shouted =
            spark.createDataset(listOf("a", "b"), Encoders.STRING())
                .map(MapFunction<String, String> { shout(it) }, Encoders.STRING())
                .collectAsList()

        assertEquals(listOf("A!", "B!"), shouted)
        assertEquals(constructed, spark)
    }

    @Test
    fun `has a data class as typed element, and captures one`(spark: SparkSession) {
        val mark = Word("?", 2)
        val words =
            spark.createDataset(listOf("a", "bc"), Encoders.STRING())
                .map(
                    MapFunction<String, Word> { Word(it + mark.text, it.length + mark.length) },
                    Encoders.bean(Word::class.java),
                )
                .collectAsList()

        assertEquals(listOf(Word("a?", 3), Word("bc?", 4)), words)
    }
}

/** With a value for everything it is a bean, too, which is what Spark's encoder needs. */
data class Word(var text: String = "", var length: Int = 0) : java.io.Serializable

fun shout(text: String): String = "${text.uppercase()}!"
