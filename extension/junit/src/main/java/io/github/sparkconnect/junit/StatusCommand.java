package io.github.sparkconnect.junit;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.sparkconnect.pool.FailedLaunch;
import io.github.sparkconnect.pool.Pool;
import io.github.sparkconnect.pool.PoolSnapshot;
import io.github.sparkconnect.pool.Waiter;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists the pool. */
@Command(
    name = "status",
    description = "Lists the servers, who has them, and why one would not fit tests run here.",
    mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Option(names = "--json", description = "One JSON object, for programs.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    CommandPool pool = CommandPool.ofProcess();
    Optional<Pool> existing = pool.existing();
    PoolSnapshot snapshot =
        existing
            .map(Pool::snapshot)
            .orElseGet(() -> new PoolSnapshot(List.of(), List.of(), List.of(), List.of()));
    List<Row> rows = rows(existing, snapshot);
    if (json) {
      out.println(
          JSON.writerWithDefaultPrettyPrinter()
              .writeValueAsString(json(pool.directory(), rows, snapshot)));
    } else {
      table(out, pool.directory(), rows, snapshot);
    }
    return 0;
  }

  /** A server, and what is looked up about it. */
  private record Row(MemberStatus status, Optional<Long> memory, Optional<String> whyNot) {}

  private static List<Row> rows(Optional<Pool> pool, PoolSnapshot snapshot) {
    List<Row> rows = new ArrayList<>();
    if (pool.isPresent()) {
      HereFit here = new HereFit(pool.get());
      snapshot.entries().stream()
          .map(MemberStatus::of)
          .forEach(
              status ->
                  rows.add(
                      new Row(
                          status,
                          status.pid().flatMap(ResidentMemory::of),
                          status.member().flatMap(here::whyNot))));
    }
    return rows;
  }

  private static void table(
      PrintWriter out, Path directory, List<Row> rows, PoolSnapshot snapshot) {
    Instant now = Instant.now();
    if (rows.isEmpty()) {
      out.println("No server in " + directory);
    } else {
      TextTable table =
          new TextTable("UID", "STATE", "PID", "SPARK", "AGE", "IDLE", "USES", "MEMORY", "HELD BY");
      for (Row row : rows) {
        MemberStatus status = row.status();
        table.row(
            status.uid(),
            status.state(),
            status.pid().map(Object::toString).orElse("-"),
            status.sparkVersion().orElse("-"),
            status.since().map(since -> age(since, now)).orElse("-"),
            status.state().equals("idle")
                ? status.member().map(member -> age(member.lastUsed(), now)).orElse("-")
                : "-",
            status.member().map(member -> Long.toString(member.uses())).orElse("-"),
            row.memory().map(bytes -> (bytes >> 20) + " MB").orElse("-"),
            status
                .holder()
                .map(by -> by.testClass() + " (process " + by.process().pid() + ")")
                .orElse("-"));
      }
      table.print(out);
      for (Row row : rows) {
        row.whyNot()
            .ifPresent(why -> out.println(row.status().uid() + " does not fit here: " + why));
        if (!row.status().about().isEmpty()) {
          out.println(row.status().uid() + ": " + row.status().about());
        }
      }
    }
    for (Waiter waiter : snapshot.waiters()) {
      out.println(
          "waiting: "
              + waiter.claimant().testClass()
              + " (process "
              + waiter.claimant().process().pid()
              + ", "
              + age(waiter.claimant().since(), now)
              + ")");
    }
    for (FailedLaunch failed : snapshot.failures()) {
      out.println(
          "failed to start "
              + age(failed.failure().at(), now)
              + " ago: "
              + failed.uid()
              + ": "
              + LogTail.presentable(failed.failure().message())
              + " ('logs "
              + failed.uid()
              + "' shows more)");
    }
    snapshot.problems().forEach(problem -> out.println("problem: " + problem));
  }

  private static ObjectNode json(Path directory, List<Row> rows, PoolSnapshot snapshot) {
    ObjectNode root = JSON.createObjectNode();
    root.put("format", 1).put("directory", directory.toString());
    ArrayNode servers = root.putArray("servers");
    for (Row row : rows) {
      MemberStatus status = row.status();
      ObjectNode server = servers.addObject();
      server.put("uid", status.uid()).put("state", status.state());
      status.pid().ifPresent(pid -> server.put("pid", pid));
      status.sparkVersion().ifPresent(version -> server.put("sparkVersion", version));
      status.since().ifPresent(since -> server.put("since", since.toString()));
      status
          .member()
          .ifPresent(
              member ->
                  server
                      .put("lastUsed", member.lastUsed().toString())
                      .put("uses", member.uses())
                      .put("port", member.endpoint().port())
                      .put("log", member.log().toString())
                      .put("fitsHere", row.whyNot().isEmpty()));
      row.memory().ifPresent(bytes -> server.put("residentBytes", bytes));
      row.whyNot().ifPresent(why -> server.put("whyNot", why));
      status
          .holder()
          .ifPresent(
              by ->
                  server
                      .putObject("heldBy")
                      .put("pid", by.process().pid())
                      .put("testClass", by.testClass())
                      .put("since", by.since().toString()));
      if (!status.about().isEmpty()) {
        server.put("about", status.about());
      }
    }
    ArrayNode waiting = root.putArray("waiting");
    for (Waiter waiter : snapshot.waiters()) {
      waiting
          .addObject()
          .put("pid", waiter.claimant().process().pid())
          .put("testClass", waiter.claimant().testClass())
          .put("since", waiter.claimant().since().toString());
    }
    ArrayNode failures = root.putArray("failures");
    for (FailedLaunch failed : snapshot.failures()) {
      failures
          .addObject()
          .put("uid", failed.uid().value())
          .put("at", failed.failure().at().toString())
          .put("message", LogTail.presentable(failed.failure().message()));
    }
    snapshot.problems().forEach(root.putArray("problems")::add);
    return root;
  }

  private static String age(Instant since, Instant now) {
    long seconds = Math.max(0, Duration.between(since, now).toSeconds());
    return seconds < 60
        ? seconds + "s"
        : seconds < 3600
            ? seconds / 60 + "m " + seconds % 60 + "s"
            : seconds / 3600 + "h " + seconds / 60 % 60 + "m";
  }
}
