package io.github.sparkconnect.junit;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * How a class, by itself or by what it inherits, asks for a server.
 *
 * @param type the class
 * @param field the extension in a static field, which wins over the annotation
 */
record Declaration(
    Class<?> type,
    Optional<SparkConnectServerExtension> field,
    Optional<SparkConnectServer> annotation) {

  private static final ClassValue<Declaration> READ =
      new ClassValue<>() {
        @Override
        protected Declaration computeValue(Class<?> type) {
          return new Declaration(
              type, field(type), AnnotationSupport.findAnnotation(type, SparkConnectServer.class));
        }
      };

  /**
   * @throws ExtensionConfigurationException if it asks by two fields
   */
  static Declaration of(Class<?> type) {
    return READ.get(type);
  }

  boolean isPresent() {
    return field.isPresent() || annotation.isPresent();
  }

  /** A subclass's field hides those of its superclasses, like its annotation does. */
  private static Optional<SparkConnectServerExtension> field(Class<?> type) {
    List<Field> fields = fields(type).filter(Declaration::isStatic).toList();
    if (fields.isEmpty()) {
      return Optional.empty();
    }
    Class<?> nearest = fields.get(0).getDeclaringClass();
    List<Field> own = fields.stream().filter(f -> f.getDeclaringClass() == nearest).toList();
    if (own.size() > 1) {
      throw new ExtensionConfigurationException(
          "A class has one server, but "
              + nearest.getName()
              + " has several fields with @RegisterExtension for one: "
              + own.stream().map(Field::getName).sorted().collect(Collectors.joining(", "))
              + ". Keep one; a class that needs another server can be a @Nested class with a field"
              + " or an annotation of its own.");
    }
    return read(own.get(0));
  }

  private static Optional<SparkConnectServerExtension> read(Field field) {
    try {
      return ReflectionSupport.tryToReadFieldValue(field, null)
          .toOptional()
          .map(SparkConnectServerExtension.class::cast);
    } catch (RuntimeException e) {
      // JUnit has failed to read it, too, and has said so.
      return Optional.empty();
    }
  }

  /**
   * Says what is wrong if JUnit calls an extension that no class around asks for.
   *
   * @throws ExtensionConfigurationException if the class registers it in a way that cannot work
   */
  void checkMisuse(SparkConnectServerExtension extension) {
    if (extension.isOfAnnotation()) {
      boolean extendWith =
          AnnotationSupport.findRepeatableAnnotations(type, ExtendWith.class).stream()
              .flatMap(annotation -> Arrays.stream(annotation.value()))
              .anyMatch(SparkConnectServerExtension.class::equals);
      if (extendWith && !isPresent()) {
        throw new ExtensionConfigurationException(
            type.getName()
                + " has @ExtendWith(SparkConnectServerExtension.class). Write @SparkConnectServer"
                + " instead: it registers the extension and says which server is wanted.");
      }
      return;
    }
    fields(type)
        .filter(field -> !isStatic(field))
        .findFirst()
        .ifPresent(
            field -> {
              throw new ExtensionConfigurationException(
                  "The field "
                      + field.getDeclaringClass().getName()
                      + "."
                      + field.getName()
                      + " with @RegisterExtension must be static, because a server belongs to the"
                      + " class and not to one of its instances.");
            });
  }

  private static boolean isStatic(Field field) {
    return Modifier.isStatic(field.getModifiers());
  }

  private static java.util.stream.Stream<Field> fields(Class<?> type) {
    return ReflectionSupport.findFields(
        type,
        field ->
            SparkConnectServerExtension.class.isAssignableFrom(field.getType())
                && AnnotationSupport.isAnnotated(field, RegisterExtension.class),
        HierarchyTraversalMode.BOTTOM_UP)
        .stream();
  }
}
