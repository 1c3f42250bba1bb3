package io.github.sparkconnect.junit;

import java.util.List;
import java.util.UUID;
import org.apache.spark.connect.proto.Command;
import org.apache.spark.connect.proto.ExecutePlanResponse;
import org.apache.spark.connect.proto.Expression;
import org.apache.spark.connect.proto.MlCommand;
import org.apache.spark.connect.proto.MlCommandResult;
import org.apache.spark.connect.proto.MlOperator;
import org.apache.spark.connect.proto.MlParams;
import org.apache.spark.connect.proto.Relation;
import org.apache.spark.connect.proto.SQL;
import org.apache.spark.sql.connect.SparkSession;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Models on a server. The JVM client has no API for machine learning, so this speaks the protocol
 * as the Python client does.
 */
final class MlModels {

  private MlModels() {}

  /** Fits a small model; returns what the server calls it. */
  static String fit(SparkSession session) {
    MlOperator.Builder estimator =
        MlOperator.newBuilder()
            .setName("org.apache.spark.ml.feature.StringIndexer")
            .setUid("indexer_" + UUID.randomUUID())
            .setType(MlOperator.OperatorType.OPERATOR_TYPE_ESTIMATOR);
    MlParams.Builder params =
        MlParams.newBuilder()
            .putParams("inputCol", text("word"))
            .putParams("outputCol", text("index"));
    Relation.Builder words =
        Relation.newBuilder()
            .setSql(
                SQL.newBuilder().setQuery("SELECT * FROM VALUES ('a'), ('b'), ('a') AS t(word)"));
    return run(
            session,
            MlCommand.newBuilder()
                .setFit(
                    MlCommand.Fit.newBuilder()
                        .setEstimator(estimator)
                        .setParams(params)
                        .setDataset(words)))
        .getOperatorInfo()
        .getObjRef()
        .getId();
  }

  /** Returns a line about each model that the server keeps for the session. */
  static List<String> kept(SparkSession session) {
    return run(
            session,
            MlCommand.newBuilder().setGetCacheInfo(MlCommand.GetCacheInfo.getDefaultInstance()))
        .getParam()
        .getArray()
        .getElementsList()
        .stream()
        .map(Expression.Literal::getString)
        .toList();
  }

  private static Expression.Literal text(String value) {
    return Expression.Literal.newBuilder().setString(value).build();
  }

  private static MlCommandResult run(SparkSession session, MlCommand.Builder command) {
    return CollectionConverters.asJava(
            session.execute(Command.newBuilder().setMlCommand(command).build()))
        .stream()
        .filter(ExecutePlanResponse::hasMlCommandResult)
        .map(ExecutePlanResponse::getMlCommandResult)
        .findFirst()
        .orElseThrow();
  }
}
