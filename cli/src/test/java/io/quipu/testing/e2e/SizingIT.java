package io.quipu.testing.e2e;

import static org.awaitility.Awaitility.await;

import io.quipu.cli.sizing.Costs;
import io.quipu.cli.sizing.Load;
import io.quipu.cli.sizing.Sizing;
import io.quipu.testing.dev.CassandraProcess;
import io.quipu.testing.dev.FreePort;
import io.quipu.testing.dev.NodeAdministration;
import io.quipu.testing.dev.Thorough;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** The bytes that the sizing expects are about those that a real Cassandra stores. */
@Thorough
class SizingIT {
  private static final double FACTOR = 1.5;
  private static final int WITH_IDS = 200;
  private static final int PLAIN = 10_000;

  private final SoftAssertions all = new SoftAssertions();

  @Test
  void bytesAreAboutThoseOfARealCassandra() throws Exception {
    int port = FreePort.on("127.0.0.1");
    try (CassandraProcess cassandra = DocumentedSnapshots.node("SizingIT", port);
        NodeAdministration node = new NodeAdministration(port);
        StoredBytes stored = new StoredBytes(cassandra, node)) {
      stored.record("with-ids", WITH_IDS, true);
      long withIds = stored.bytes("event");
      long ids = StoredBytes.EVENTS;
      assertAbout("row with an id", Costs.ROW_WITH_ID, withIds, ids);
      assertAbout("id", Costs.ID, stored.bytes("id_run"), ids);
      assertAbout(
          "a day of events with ids",
          dayWithIds().disk(),
          stored.bytes("event", "event_directory", "page", "id_run", "counter_name"),
          1);

      long rows = stored.rows("event");
      stored.record("plain", PLAIN, false);
      awaitNextMinute();
      stored.record("plain", PLAIN, false);
      assertAbout("row", Costs.ROW, stored.bytes("event") - withIds, stored.rows("event") - rows);
      assertAbout(
          "counter",
          Costs.COUNTER,
          stored.bytes("page", "counter_name"),
          stored.rows("counter_name"));
      assertAbout(
          "window", Costs.WINDOW, stored.bytes("closed_window"), stored.rows("closed_window"));
    }
    all.assertAll();
  }

  /** As many events as are recorded, without windows. */
  private static Sizing dayWithIds() {
    double forOneDay = StoredBytes.EVENTS / 86_400.0;
    Load.Keep none = new Load.Keep(0, 0, 0);
    return Sizing.of(new Load(forOneDay, 1, WITH_IDS, true, true, 1, 1, none, 1, 1));
  }

  private void assertAbout(String what, double expected, long bytes, long parts) {
    double measured = (double) bytes / parts;
    System.out.printf("%s: %.1f bytes, %.1f expected%n", what, measured, expected);
    all.assertThat(measured).as(what).isBetween(expected / FACTOR, expected * FACTOR);
  }

  /** A window of a minute is written once a later event has come. */
  private static void awaitNextMinute() {
    Instant next = Instant.now().plus(1, ChronoUnit.MINUTES).truncatedTo(ChronoUnit.MINUTES);
    await().atMost(Duration.ofMinutes(2)).until(() -> Instant.now().isAfter(next.plusSeconds(1)));
  }
}
