package io.github.sparkconnect.junit;

import io.github.sparkconnect.pool.AcquireRequest;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * The class that owns a server: the innermost one, seen from a context, that asks for one.
 *
 * @param context the class's own context, in whose store the claim is kept
 */
record ServerScope(ExtensionContext context, Class<?> owner, ServerRequest request) {

  /**
   * Finds the scope that an extension instance has to serve at {@code context}.
   *
   * @param extension the instance
   * @return null if no class around asks for a server, or another instance serves it
   */
  static @Nullable ServerScope find(
      ExtensionContext context, SparkConnectServerExtension extension) {
    boolean known = false;
    ServerScope scope = null;
    for (ExtensionContext at = context; at != null; at = at.getParent().orElse(null)) {
      Optional<Class<?>> owner = ownClass(at);
      if (owner.isPresent()) {
        Declaration declaration = Declaration.of(owner.get());
        if (!known && declaration.isPresent()) {
          scope = of(at, declaration, extension);
        }
        known |= declaration.isPresent();
        if (scope == null && !declaration.field().equals(Optional.of(extension))) {
          declaration.checkMisuse(extension);
        }
      }
    }
    return scope;
  }

  private static @Nullable ServerScope of(
      ExtensionContext at, Declaration declaration, SparkConnectServerExtension extension) {
    if (declaration.field().isPresent()) {
      return declaration.field().get() == extension
          ? new ServerScope(at, declaration.type(), extension.request())
          : null;
    }
    return extension.isOfAnnotation()
        ? new ServerScope(
            at, declaration.type(), ServerRequest.of(declaration.annotation().orElseThrow()))
        : null;
  }

  /** Returns the scope's server, claimed at the first call. */
  ClassServer claim(Namespace namespace) {
    // The key names the class: a store also finds what its parents hold.
    return context
        .getStore(namespace)
        .getOrComputeIfAbsent(
            owner,
            key -> new ClassClaim(ServerSources.current().claim(request, context, whenFull())),
            ClassClaim.class)
        .server();
  }

  /**
   * Marks the calling thread as in the middle of this scope until {@code part}, its class or
   * something in it, ends.
   */
  void enter(ExtensionContext part, Namespace namespace) {
    part.getStore(namespace).put(ScopesOfThread.class, PoolClient.shared().scopes().enter(id()));
  }

  private AcquireRequest.WhenFull whenFull() {
    return PoolClient.shared().scopes().isInsideAnother(id())
        ? AcquireRequest.WhenFull.OVERFLOW
        : AcquireRequest.WhenFull.QUEUE;
  }

  /** Another run of the same class has another root. */
  private Object id() {
    return List.of(System.identityHashCode(context.getRoot()), context.getUniqueId());
  }

  /** Returns the scope's claim if there is one. */
  @Nullable ClassClaim claimed(Namespace namespace) {
    return context.getStore(namespace).get(owner, ClassClaim.class);
  }

  /** The class of a class-level context; methods and templates have contexts of their own. */
  private static Optional<Class<?>> ownClass(ExtensionContext context) {
    return context
        .getElement()
        .filter(Class.class::isInstance)
        .flatMap(element -> context.getTestClass());
  }
}
