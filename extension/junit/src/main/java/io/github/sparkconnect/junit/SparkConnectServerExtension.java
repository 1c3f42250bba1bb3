package io.github.sparkconnect.junit;

import java.lang.reflect.Method;
import java.util.Objects;
import org.apache.spark.sql.SparkSession;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * The extension behind {@link SparkConnectServer @SparkConnectServer}.
 *
 * <p>Without the annotation it is registered programmatically, in a static field:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final SparkConnectServerExtension SPARK =
 *     SparkConnectServerExtension.builder().master("local[2]").build();
 * }</pre>
 *
 * <p>Where both stand on a class, the field wins. Instances hold no state of a test run; all of it
 * is in JUnit's stores.
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class SparkConnectServerExtension extends InterceptedCalls
    implements ExecutionCondition,
        BeforeAllCallback,
        BeforeEachCallback,
        AfterEachCallback,
        ParameterResolver,
        TestExecutionExceptionHandler,
        LifecycleMethodExecutionExceptionHandler {

  private static final Namespace NAMESPACE = Namespace.create(SparkConnectServerExtension.class);
  private static final ConditionEvaluationResult ENABLED = ConditionEvaluationResult.enabled(null);
  private static final String METHOD_SESSION = "method session";
  private static final String LOG_MARK = "log mark";

  private final @Nullable ServerRequest programmatic;

  /** For JUnit; use {@link #builder()}. */
  public SparkConnectServerExtension() {
    this(null);
  }

  SparkConnectServerExtension(@Nullable ServerRequest programmatic) {
    this.programmatic = programmatic;
  }

  /** Whether this instance serves the annotation, and not a field. */
  boolean isOfAnnotation() {
    return programmatic == null;
  }

  /** What a field's instance was built with. */
  ServerRequest request() {
    return Objects.requireNonNull(programmatic, "the annotation's instance has no request");
  }

  /** Starts the configuration of an extension for a static {@code @RegisterExtension} field. */
  public static SparkConnectServerBuilder builder() {
    return new SparkConnectServerBuilder();
  }

  /** Always enables; it is what JUnit calls first, whatever the part of a class. */
  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    try {
      ServerScope scope = ServerScope.find(context, this);
      if (scope != null) {
        scope.enter(context, NAMESPACE);
      }
    } catch (ExtensionConfigurationException e) {
      // What is thrown here is reported as a condition's failure; it is thrown again a moment
      // later.
    }
    return ENABLED;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    ServerScope scope = ServerScope.find(context, this);
    if (scope != null) {
      scope.claim(NAMESPACE);
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    ServerScope scope = ServerScope.find(context, this);
    if (scope != null) {
      ClassServer server = scope.claim(NAMESPACE);
      server.loss().ifPresent(SparkConnectServerExtension::failAgain);
      server
          .member()
          .log()
          .ifPresent(log -> context.getStore(NAMESPACE).put(LOG_MARK, new ServerLog(log).mark()));
      server.enter(sessionFor(server, context));
    }
  }

  /** At once, instead of after the time that calls to a dead server take. */
  private static void failAgain(SparkConnectException loss) {
    throw new SparkConnectException(
        "This test was not run: an earlier one of its class lost the server. " + FirstLine.of(loss),
        loss);
  }

  @Override
  Throwable completed(Throwable failure, ExtensionContext context) {
    ServerScope scope = ServerScope.find(context, this);
    ClassClaim claim = scope == null ? null : scope.claimed(NAMESPACE);
    if (claim == null) {
      return failure;
    }
    ServerLog.Mark mark = context.getStore(NAMESPACE).get(LOG_MARK, ServerLog.Mark.class);
    return FailureReport.complete(
        failure, claim.server(), mark == null ? claim.start() : mark, context);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    MethodSession session = context.getStore(NAMESPACE).remove(METHOD_SESSION, MethodSession.class);
    if (session != null) {
      session.close();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return InjectableType.of(parameter.getParameter().getType()) != null
        && ServerScope.find(context, this) != null;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    ServerScope scope = ServerScope.find(context, this);
    InjectableType type = InjectableType.of(parameter.getParameter().getType());
    if (scope == null || type == null) {
      throw new ParameterResolutionException(
          "Expected a parameter of type SparkSession or SparkConnectMember in a class with"
              + " @SparkConnectServer, but was: "
              + parameter.getParameter());
    }
    ClassServer server = scope.claim(NAMESPACE);
    return switch (type) {
      case MEMBER -> server.member();
      case SESSION -> inTest(parameter, context) ? sessionFor(server, context) : server.session();
    };
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    throw ResolverClash.explained(failure);
  }

  @Override
  public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    throw ResolverClash.explained(failure);
  }

  @Override
  public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    throw ResolverClash.explained(failure);
  }

  @Override
  public void handleAfterEachMethodExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    throw ResolverClash.explained(failure);
  }

  @Override
  public void handleAfterAllMethodExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    throw ResolverClash.explained(failure);
  }

  /** Constructors and before-all methods outlive a test, and so must their session. */
  private static boolean inTest(ParameterContext parameter, ExtensionContext context) {
    return parameter.getDeclaringExecutable() instanceof Method
        && context.getTestMethod().isPresent();
  }

  private static SparkSession sessionFor(ClassServer server, ExtensionContext context) {
    if (!server.sessionPerMethod()) {
      return server.session();
    }
    return context
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            METHOD_SESSION,
            key -> new MethodSession(server, server.openMethodSession()),
            MethodSession.class)
        .session();
  }
}
