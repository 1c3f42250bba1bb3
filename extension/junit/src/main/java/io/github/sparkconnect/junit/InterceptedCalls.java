package io.github.sparkconnect.junit;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** Lets every piece of a test class pass through one place that sees its failures. */
abstract class InterceptedCalls implements InvocationInterceptor {

  /** Returns what is to be thrown instead of {@code failure}, often itself. */
  abstract Throwable completed(Throwable failure, ExtensionContext context);

  private <T> T watch(Invocation<T> call, ExtensionContext context) throws Throwable {
    try {
      return call.proceed();
    } catch (Throwable failure) { // Whatever it is, it is thrown again, perhaps with more to say.
      throw completed(failure, context);
    }
  }

  @Override
  public final <T> T interceptTestClassConstructor(
      Invocation<T> call,
      ReflectiveInvocationContext<Constructor<T>> target,
      ExtensionContext context)
      throws Throwable {
    return watch(call, context);
  }

  @Override
  public final void interceptBeforeAllMethod(
      Invocation<Void> call, ReflectiveInvocationContext<Method> target, ExtensionContext context)
      throws Throwable {
    watch(call, context);
  }

  @Override
  public final void interceptBeforeEachMethod(
      Invocation<Void> call, ReflectiveInvocationContext<Method> target, ExtensionContext context)
      throws Throwable {
    watch(call, context);
  }

  @Override
  public final void interceptTestMethod(
      Invocation<Void> call, ReflectiveInvocationContext<Method> target, ExtensionContext context)
      throws Throwable {
    watch(call, context);
  }

  @Override
  public final <T> T interceptTestFactoryMethod(
      Invocation<T> call, ReflectiveInvocationContext<Method> target, ExtensionContext context)
      throws Throwable {
    return watch(call, context);
  }

  @Override
  public final void interceptTestTemplateMethod(
      Invocation<Void> call, ReflectiveInvocationContext<Method> target, ExtensionContext context)
      throws Throwable {
    watch(call, context);
  }

  @Override
  public final void interceptDynamicTest(
      Invocation<Void> call, DynamicTestInvocationContext target, ExtensionContext context)
      throws Throwable {
    watch(call, context);
  }

  @Override
  public final void interceptAfterEachMethod(
      Invocation<Void> call, ReflectiveInvocationContext<Method> target, ExtensionContext context)
      throws Throwable {
    watch(call, context);
  }

  @Override
  public final void interceptAfterAllMethod(
      Invocation<Void> call, ReflectiveInvocationContext<Method> target, ExtensionContext context)
      throws Throwable {
    watch(call, context);
  }
}
