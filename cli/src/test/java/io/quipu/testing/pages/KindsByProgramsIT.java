package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.cli.CommandRun;
import io.quipu.edge.resp.RespSocket;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.Api;
import io.quipu.testing.e2e.KindsTable;
import io.quipu.testing.e2e.RunningQuipu;
import io.quipu.testing.e2e.TriedKind;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every kind behind the ways in that programs have: the second part of {@link KindsTable}. Each way
 * records an event into a counter of its own and reads it; only the export and the dashboard do not
 * record.
 */
@Pages
class KindsByProgramsIT {
  @TempDir private static Path folder;
  private static RunningQuipu quipu;
  private static Api api;
  private static Chromium browser;

  @BeforeAll
  static void start(TestCassandra cassandra, Chromium chromium) {
    String databases =
        Stream.of(TriedKind.values())
            .map(kind -> database(kind) + "=" + namespace(kind))
            .collect(Collectors.joining(","));
    quipu =
        RunningQuipu.start(
            1,
            cassandra.contactPoint(),
            cassandra.keyspace(),
            Map.of(
                "QUIPU_CHECKPOINT_PERIOD",
                "100ms",
                "QUIPU_RESP_PORT",
                "0",
                "QUIPU_RESP_DATABASES",
                databases));
    api = quipu.api(0);
    browser = chromium;
    for (TriedKind kind : TriedKind.values()) {
      api.createNamespace(namespace(kind), kind.settings());
    }
  }

  @AfterAll
  static void stop() {
    if (quipu != null) {
      quipu.close();
    }
  }

  @Test
  void everyPairWorks_orItIsKnownWhyNot(TestCassandra cassandra) {
    for (TriedKind kind : TriedKind.values()) {
      api.record(namespace(kind), "shown", kind.event()).expect(201);
    }
    try (KindsByClients clients = new KindsByClients(quipu.uri(0));
        KindsByKafka kafka = new KindsByKafka(cassandra, api)) {
      Map<String, Predicate<TriedKind>> ways = new LinkedHashMap<>();
      ways.put("export", KindsByProgramsIT::exports);
      ways.put("import", KindsByProgramsIT::imports);
      ways.put("Redis clients", KindsByProgramsIT::speaksRedis);
      ways.put("Kafka", kafka::counts);
      ways.put("Java client", clients::java);
      ways.put("TypeScript client", clients::typeScript);
      ways.put("Python client", clients::python);
      ways.put("command line", KindsByProgramsIT::commands);
      ways.put("dashboard", KindsByProgramsIT::shows);
      KindsTable.check(KindsTable.Part.BY_PROGRAMS, ways);
    }
  }

  /** The namespace of a kind. */
  static String namespace(TriedKind kind) {
    return "program-" + kind.label();
  }

  /** As NDJSON and as CSV; a counter is in lists once it is settled. */
  private static boolean exports(TriedKind kind) {
    String start = namespace(kind) + ",shown,";
    await("the export")
        .untilAsserted(
            () -> {
              JsonObject line = new JsonObject(done("export", "-n", namespace(kind)).strip());
              assertThat(line.getString("counter")).isEqualTo("shown");
              assertThat(TriedKind.value(line)).isEqualTo(kind.value());
              // of a sketch the number of its values comes first
              assertThat(done("export", "-n", namespace(kind), "--format=csv"))
                  .containsPattern(start + "(?:1,)?" + kind.value() + "\\b");
            });
    return true;
  }

  private static boolean imports(TriedKind kind) {
    try {
      JsonObject line = new JsonObject(kind.event()).put("counter", "imported");
      Path file = Files.writeString(folder.resolve(kind.label() + ".ndjson"), line.encode());
      CommandRun run = CommandRun.of(quipu.uri(0), "import", "-n", namespace(kind), "" + file);
      return run.exitCode() == 0 && reads(kind, "imported");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int database(TriedKind kind) {
    return List.of(TriedKind.values()).indexOf(kind);
  }

  private static boolean speaksRedis(TriedKind kind) {
    try (RespSocket redis = new RespSocket(quipu.respAddress(0))) {
      assertThat(redis.ask("SELECT", "" + database(kind))).isEqualTo("+OK");
      String value = "" + kind.value();
      return switch (kind) {
        case LINEAR -> redis.ask("INCR", "redis").equals(":1") && gets(redis, value);
        case SKETCH ->
            redis.ask("PFADD", "redis", "ann").equals(":1")
                && redis.ask("PFCOUNT", "redis").equals(":1");
        default -> redis.ask("QUIPU.ADD", "redis", value, "1").equals("+OK") && gets(redis, value);
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean gets(RespSocket redis, String value) throws IOException {
    return redis.ask("GET", "redis").equals(value);
  }

  private static boolean commands(TriedKind kind) {
    String namespace = "--namespace=" + namespace(kind);
    switch (kind) {
      case EVENT -> done("add", "commanded", namespace, "--label=country=CH");
      case UNIQUE -> done("add", "commanded", namespace, "--id=1");
      case LATEST ->
          done("add", "commanded", namespace, "--actor=a", "--actor-version=1", "--value=7");
      case LINEAR -> assertThat(done("increment", "commanded", namespace)).isEqualTo("1\n");
      case SKETCH -> done("add", "commanded", namespace, "--text=ann");
    }
    assertThat(done("get", "commanded", namespace).strip()).isIn(kind.value() + "", "1.0");
    return reads(kind, "commanded");
  }

  private static boolean shows(TriedKind kind) {
    try (DashboardPage page = DashboardPage.open(browser, quipu.uri(0), namespace(kind))) {
      page.find("shown");
      await("the page of the counter").until(() -> page.selected().equals("shown"));
      await("its number").until(() -> page.count().equals("" + kind.value()));
      assertThat(page.complaints()).isEmpty();
      return true;
    }
  }

  /** Tells whether the service itself has the value of one event. */
  private static boolean reads(TriedKind kind, String counter) {
    JsonObject read = api.get(Api.path(namespace(kind), counter)).expect(200).json();
    return TriedKind.value(read) == kind.value();
  }

  /** The output of a command, which must succeed. */
  private static String done(String... arguments) {
    CommandRun run = CommandRun.of(quipu.uri(0), arguments);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.out();
  }
}
