package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import io.quipu.testing.e2e.EndToEnd;
import io.quipu.testing.e2e.RunningQuipu;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The administration of the Java client, and its lists, with a running service. */
@Thorough
@EndToEnd
class JavaAdminIT {
  private static final String FIRST = "qk_first_0123456789abcdefghijklmnopqrstuvwxyz-_AB";

  @TempDir private static Path folder;
  private static RunningQuipu quipu;
  private static QuipuClient client;
  private static QuipuAdmin admin;

  @BeforeAll
  static void start(TestCassandra cassandra) throws IOException {
    Path first = Files.writeString(folder.resolve("first"), FIRST);
    quipu =
        RunningQuipu.start(
            1,
            cassandra,
            Map.of(
                "QUIPU_AUTH",
                "keys",
                "QUIPU_BOOTSTRAP_KEY_FILE",
                first.toString(),
                "QUIPU_CHECKPOINT_PERIOD",
                "100ms"));
    client = QuipuClient.to(ClientOptions.at(quipu.uri(0).toString()).token(FIRST));
    admin = client.admin();
  }

  @AfterAll
  static void stop() {
    client.close();
    quipu.close();
  }

  @Test
  void settingsArePutAndRead() {
    NamespaceSettings put =
        NamespaceSettings.of(Kind.EVENT)
            .deduplicate("2h")
            .lateness("7d")
            .windows(Granularity.HOUR, Granularity.DAY)
            .keep(Granularity.HOUR, "2y")
            .labels("country", "plan")
            .breakdowns(List.of(List.of("country"), List.of("country", "plan")))
            .note(LocalDate.of(2026, 12, 24), "closed")
            .note(LocalDate.of(2026, 12, 25), "closed, too")
            .publicRead(true);
    NamespaceSettings answered = admin.putNamespace("java-settings", put).join();
    assertThat(answered.members())
        .containsEntry("lateness", "7d")
        .containsEntry("windows", List.of("hour", "day"))
        .containsEntry("breakdowns", List.of(List.of("country"), List.of("country", "plan")))
        .containsEntry("notes", Map.of("2026-12-24", "closed", "2026-12-25", "closed, too"))
        .containsEntry("public", "read");
    assertThat(answered.kind()).isEqualTo(Kind.EVENT);
    assertThat(answered.deduplicationWindow()).isEqualTo(Duration.ofHours(2));
    assertThat(admin.namespace("java-settings").join()).isEqualTo(answered);
    assertThat(admin.putNamespace("java-settings", NamespaceSettings.NONE).join())
        .isEqualTo(answered);
    assertThatThrownBy(
            () -> admin.putNamespace("java-settings", NamespaceSettings.of(Kind.LINEAR)).join())
        .hasCauseInstanceOf(ProblemException.class)
        .hasMessageContaining("409");
  }

  @Test
  void namespacesAreListedAndDeleted() {
    admin.putNamespace("java-deleted", NamespaceSettings.of(Kind.UNIQUE)).join();
    assertThat(admin.namespaces(ListOptions.ALL))
        .contains(new NamespaceRef("java-deleted", Kind.UNIQUE));
    admin.deleteNamespace("java-deleted").join();
    await()
        .until(
            () ->
                admin
                    .namespaces(ListOptions.ALL)
                    .noneMatch(one -> one.name().equals("java-deleted")));
  }

  @Test
  void listsAreReadPageByPage() {
    admin.putNamespace("java-listed", NamespaceSettings.NONE).join();
    List<CompletableFuture<Void>> added = new ArrayList<>();
    for (int i = 0; i < 1_500; i++) {
      added.add(client.add("java-listed", "counter/%04d".formatted(i), 1));
    }
    added.forEach(CompletableFuture::join);
    await().until(() -> client.counters("java-listed", ListOptions.ALL).count() == 1_500);
    Iterator<Ranked> all =
        client.counters("java-listed", ListOptions.prefix("counter/1")).iterator();
    for (int i = 1_000; i < 1_500; i++) {
      assertThat(all.next().counter()).isEqualTo("counter/%04d".formatted(i));
    }
    assertThat(all.hasNext()).isFalse();
    assertThatThrownBy(() -> client.counters("java-nowhere", ListOptions.ALL).count())
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("404");
  }

  @Test
  void seriesAreReadPageByPage() {
    admin.putNamespace("java-series", NamespaceSettings.NONE.labels("country")).join();
    for (String country : List.of("CH", "AT", "DE")) {
      client.add(Event.of("java-series", "a", 1).with(Map.of("country", country))).join();
    }
    CounterRef counter = new CounterRef("java-series", "a");
    assertThat(client.allSeries(counter, Breakdown.by("country").limit(1)))
        .extracting(series -> series.labels().get("country"))
        .containsExactly("AT", "CH", "DE");
  }

  @Test
  void countersAreSetBackRecountedAndDeleted() {
    CounterRef counter = new CounterRef("default", "java-admin");
    client.add(counter.counter(), 5).join();
    await().until(() -> admin.recount(counter).join().recounted(), BigInteger.valueOf(5)::equals);
    assertThat(admin.recount(counter).join().drift()).isZero();
    admin.reset(counter).join();
    assertThat(client.get(counter).join().longValue()).isZero();
    client.add(counter.counter(), 2).join();
    admin.purge(counter).join();
    assertThat(client.get(counter).join().events()).isZero();
  }

  @Test
  void keysAreCreatedListedAndDeleted() {
    KeySettings settings =
        new KeySettings(
            List.of("record:default"),
            null,
            "page/",
            true,
            List.of("https://www.example.org"),
            20,
            Instant.parse("2199-01-01T00:00:00Z"));
    ApiKey created = admin.createKey(settings).join();
    assertThat(created.key()).startsWith("qk_" + created.id() + "_");
    assertThat(created.toString()).doesNotContain(created.key());
    assertThat(admin.keys().filter(key -> key.id().equals(created.id())))
        .singleElement()
        .satisfies(
            key -> {
              assertThat(key.key()).isNull();
              assertThat(key.settings()).isEqualTo(settings);
            });
    admin.deleteKey(created.id()).join();
    assertThat(admin.keys()).noneMatch(key -> key.id().equals(created.id()));
    assertThatThrownBy(() -> admin.deleteKey(created.id()).join())
        .hasCauseInstanceOf(ProblemException.class);
  }

  @Test
  void whatHasNoMethodIsAskedAsItIs() {
    assertThat(client.send(ApiRequest.get("v1/namespaces?prefix=default")).join())
        .contains("\"kind\":\"event\"");
  }
}
