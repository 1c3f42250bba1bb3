package com.example.gallery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import io.github.sparkconnect.junit.SparkConnectServer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mockito.Mock;
import org.mockito.junit.jupiter.MockitoExtension;

/** Mocks stay in the test's JVM: what they stand for is called with rows that were collected. */
@SparkConnectServer
@ExtendWith(MockitoExtension.class)
class MockTest {

  @Mock private Consumer<String> notifier;

  @Test
  void tellsOfLargeOrders(SparkSession spark) {
    spark
        .sql("SELECT * FROM VALUES ('o1', 120), ('o2', 40) AS t(id, amount)")
        .where("amount > 100")
        .collectAsList()
        .stream()
        .map(row -> row.getString(0))
        .forEach(notifier);

    verify(notifier).accept("o1");
    verifyNoMoreInteractions(notifier);
  }

  /** The session is one parameter among others. */
  @Test
  void asksTheMock(@Mock UnaryOperator<String> translation, SparkSession spark) {
    when(translation.apply(any())).thenReturn("hallo");

    assertThat(
            spark.sql("SELECT 'hello'").collectAsList().stream()
                .map(row -> row.getString(0))
                .map(translation))
        .containsExactly("hallo");
  }
}
