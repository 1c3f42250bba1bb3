package bench;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.udf;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Six small queries, the same for every kind of session. */
abstract class RoundTest {

  @TempDir Path temp;

  abstract SparkSession spark();

  @BeforeEach
  void sessionIsUsable() {
    if (spark() != null) {
      Clock.session();
    }
  }

  private Dataset<Row> orders() {
    return spark().range(1000).selectExpr("id", "id % 10 AS customer", "id * 2.5 AS price");
  }

  @Test
  void total() {
    assertEquals(499500L, spark().range(1000).selectExpr("sum(id)").first().getLong(0));
  }

  @Test
  void shuffle() {
    assertEquals(
        10,
        orders().groupBy("customer").agg(sum("price"), avg("price")).orderBy("customer").collectAsList().size());
  }

  @Test
  void parquet() {
    String file = temp.resolve("orders").toString();
    orders().write().parquet(file);
    assertEquals(1000, spark().read().parquet(file).count());
  }

  @Test
  void filter() {
    assertEquals(500, orders().filter(col("price").geq(1250)).count());
  }

  @Test
  void join() throws Exception {
    orders().createOrReplaceTempView("orders");
    spark().sql("SELECT 3 AS customer, 'Ada' AS name").createOrReplaceTempView("customers");
    assertEquals(
        100,
        spark().sql("SELECT name, price FROM orders JOIN customers USING (customer)").collectAsList().size());
  }

  @Test
  void function() {
    UDF1<Long, Long> twice = x -> 2 * x;
    assertEquals(
        2L,
        spark().range(2).select(udf(twice, DataTypes.LongType).apply(col("id"))).collectAsList().get(1).getLong(0));
  }
}
