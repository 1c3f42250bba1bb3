package io.github.sparkconnect.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SparkMasterTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "local                         | true  | false | true",
        "local[*]                      | true  | false | true",
        "local[2,3]                    | true  | false | true",
        "local-cluster[2,1,1024]       | false | true  | true",
        "spark://localhost:7077        | false | false | true",
        "spark://127.0.0.1:7077        | false | false | true",
        "spark://[::1]:7077            | false | false | true",
        "spark://localhost             | false | false | true",
        "spark://localhost:1,other:2   | false | false | false",
        "spark://localhost.example:1   | false | false | false",
        "spark://10.0.0.7:7077         | false | false | false",
        "yarn                          | false | false | false",
        "k8s://https://localhost:6443  | false | false | false",
      })
  void saysWhereTheWorkIsDone(String url, boolean local, boolean workers, boolean here) {
    SparkMaster master = new SparkMaster(url);
    assertThat(master.isLocal()).isEqualTo(local);
    assertThat(master.startsWorkers()).isEqualTo(workers);
    assertThat(master.isOnThisMachine()).isEqualTo(here);
    assertThat(master.isCluster()).isEqualTo(!local && !workers);
  }
}
