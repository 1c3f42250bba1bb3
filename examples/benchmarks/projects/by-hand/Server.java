package bench;

import java.io.File;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.spark.sql.SparkSession;

/** A server as people start one by hand for their tests: Spark's own main class. */
final class Server {

  private static final List<String> OPENED =
      List.of(
          "java.lang", "java.lang.invoke", "java.lang.reflect", "java.io", "java.net", "java.nio",
          "java.util", "java.util.concurrent", "java.util.concurrent.atomic", "sun.nio.ch",
          "sun.nio.cs", "sun.security.action", "sun.util.calendar");

  private final Process process;
  private final int port;
  private static Path classes;

  private Server(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Starts one with these system properties, and returns when it listens. */
  static Server start(List<String> settings) throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    OPENED.forEach(name -> command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
    command.addAll(settings);
    command.addAll(
        List.of(
            "-Xmx1g",
            "-Dspark.master=local[2]",
            "-Dspark.ui.enabled=false",
            "-Dspark.driver.host=127.0.0.1",
            "-Dspark.driver.bindAddress=127.0.0.1",
            "-Dspark.connect.grpc.binding.address=127.0.0.1",
            "-Dspark.connect.grpc.binding.port=" + port,
            "-cp",
            System.getProperty("server.classpath"),
            "org.apache.spark.sql.connect.service.SparkConnectServer"));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(new File("target/server-" + port + ".log"))
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    Server server = new Server(process, port);
    while (!server.listens()) {
      if (!process.isAlive()) {
        throw new IllegalStateException("the server ended, see target/server-" + port + ".log");
      }
      Thread.sleep(20);
    }
    return server;
  }

  SparkSession connect() throws Exception {
    org.apache.spark.sql.connect.SparkSession session =
        org.apache.spark.sql.connect.SparkSession.builder()
            .remote("sc://localhost:" + port)
            .create();
    // For the function in the tests.
    session.addArtifact(classes().toUri());
    return session;
  }

  void stop() throws Exception {
    process.destroyForcibly().waitFor();
  }

  private boolean listens() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 100);
      return true;
    } catch (java.io.IOException e) {
      return false;
    }
  }

  private static synchronized Path classes() throws Exception {
    if (classes == null) {
      Path root = Path.of("target/test-classes").toAbsolutePath();
      Path jar = Files.createTempFile("classes", ".jar");
      jar.toFile().deleteOnExit();
      try (Stream<Path> files = Files.walk(root);
          ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          zip.putNextEntry(new ZipEntry(root.relativize(file).toString()));
          Files.copy(file, zip);
        }
      }
      classes = jar;
    }
    return classes;
  }
}
