package io.quipu.testing.cluster;

import io.vertx.core.json.JsonObject;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Reads counters, from one instance after the other, while others record. Each count must hold all
 * that was acknowledged before and nothing that was not yet sent, and be no less than was read
 * before: unless an outcome was unknown, because an event that nobody acknowledged may be seen and
 * then be gone (G4). The same holds for the sum of the series of a counter. For one thread.
 */
final class Reader {
  private static final Duration PAUSE = Duration.ofMillis(10);

  private final List<Http> instances;
  private final List<Ledger> ledgers;
  private final Tally tally;
  private final Findings findings;
  private final Map<Ledger, Long> highest = new HashMap<>();
  private int turn;

  Reader(List<Http> instances, Stage stage) {
    this.instances = instances;
    this.ledgers = stage.ledgers();
    this.tally = stage.tally();
    this.findings = stage.findings();
  }

  void run(BooleanSupplier over) {
    while (!over.getAsBoolean()) {
      // every instance for each counter, one right after the other
      Http instance = instances.get(turn % instances.size());
      read(instance, ledgers.get(turn / instances.size() % ledgers.size()));
      turn++;
      // what fails has to get up again on the same cores
      Waits.lasting(PAUSE);
    }
  }

  private void read(Http instance, Ledger ledger) {
    long acknowledged = ledger.acknowledged();
    boolean series = ledger.content.hasSeries() && turn % 2 == 0;
    try {
      Http.Answer answer =
          instance.get(
              Http.path(ledger.namespace, ledger.counter) + (series ? SeriesAudit.BOTH : ""));
      if (answer.status() == 503) {
        tally.readsRefused.increment();
        return;
      }
      tally.reads.increment();
      JsonObject read = answer.expect(200).json();
      long count = series ? SeriesAudit.sum(read) : ledger.content.count(read);
      check(instance, ledger, acknowledged, count, read);
    } catch (UncheckedIOException notThere) {
      tally.readsRefused.increment();
    }
  }

  private void check(
      Http instance, Ledger ledger, long acknowledged, long count, JsonObject answer) {
    if (count < acknowledged || count > ledger.attempted()) {
      findings.violated(
          "%s at %s is not in [%d, %d]: %s",
          ledger, instance.base(), acknowledged, ledger.attempted(), answer.encode());
    }
    long before = highest.getOrDefault(ledger, 0L);
    if (count < before) {
      tally.stepsBack.increment();
      if (before - count > ledger.everInDoubt()) {
        findings.violated(
            "%s at %s went from %d back to %s", ledger, instance.base(), before, answer.encode());
      }
    }
    highest.put(ledger, count);
  }
}
