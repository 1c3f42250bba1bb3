package io.github.sparkconnect.pool;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The same classes, loaded once more. */
final class OtherLoader implements AutoCloseable {

  private final URLClassLoader loader;

  OtherLoader() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  void count(String pool, int times) {
    call("count", new Class<?>[] {String.class, int.class}, pool, times);
  }

  String attempt(String pool, long millis) {
    return (String) call("attempt", new Class<?>[] {String.class, long.class}, pool, millis);
  }

  private Object call(String method, Class<?>[] types, Object... arguments) {
    try {
      Class<?> contender = loader.loadClass(LockContender.class.getName());
      if (contender == LockContender.class) {
        throw new AssertionError("not another class loader");
      }
      Object result = contender.getMethod(method, types).invoke(null, arguments);
      return result == null ? "" : result;
    } catch (InvocationTargetException e) {
      throw new AssertionError(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }
}
