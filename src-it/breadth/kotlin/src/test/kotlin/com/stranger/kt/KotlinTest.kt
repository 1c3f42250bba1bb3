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
}

fun shout(text: String): String = "${text.uppercase()}!"
