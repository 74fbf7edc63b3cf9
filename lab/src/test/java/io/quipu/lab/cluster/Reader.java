package io.quipu.lab.cluster;

import io.quipu.lab.cluster.History.Range;
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
 * then be gone (G4). The same holds for the sum of the series of a counter. Settled windows must
 * stay as they were. For one thread.
 */
final class Reader {
  private static final Duration PAUSE = Duration.ofMillis(10);

  /** A prime, so that all instances, counters and granularities get their turn. */
  private static final int WINDOWS_EACH = 7;

  private final List<Http> instances;
  private final List<Ledger> ledgers;
  private final Tally tally;
  private final Findings findings;
  private final SettledWindows windows;
  private final Map<Ledger, Long> highest = new HashMap<>();
  private int turn;

  Reader(List<Http> instances, Stage stage) {
    this.instances = instances;
    this.ledgers = stage.ledgers();
    this.tally = stage.tally();
    this.findings = stage.findings();
    this.windows = stage.windows();
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
    Cuts series = turn % 2 == 0 ? ledger.series() : null;
    if (turn % WINDOWS_EACH == 0 && SettledWindows.areWatched(ledger)) {
      readWindows(instance, ledger, series != null);
    }
    read(instance, ledger, series);
  }

  /** Reads the series of counters that have some, once, from each instance. */
  void readSeries(List<Ledger> some) {
    for (Ledger ledger : some) {
      instances.forEach(instance -> read(instance, ledger, ledger.series()));
    }
  }

  /**
   * @param series null to read the count
   */
  private void read(Http instance, Ledger ledger, Cuts series) {
    long begun = History.now();
    try {
      Http.Answer answer =
          instance.get(
              Http.path(ledger.namespace, ledger.counter)
                  + (series == null ? "" : SeriesAudit.BOTH));
      long ended = History.now();
      boolean gone = answer.status() == 404 && ledger.namespace.equals(Settings.REBORN);
      if (answer.status() == 503 || gone) {
        tally.readsRefused.increment();
        return;
      }
      tally.reads.increment();
      if (answer.status() != 200) {
        findings.violated("%s at %s: %s", ledger, instance.base(), answer);
      } else if (series == null) {
        long count = ledger.content.count(answer.json());
        check(instance, ledger, ledger.ranges(begun, ended), count, answer);
        checkSteps(instance, ledger, count, answer);
      } else {
        long sum = SeriesAudit.sum(answer.json());
        check(instance, ledger, ledger.seriesRanges(series, begun, ended), sum, answer);
      }
    } catch (UncheckedIOException notThere) {
      tally.readsRefused.increment();
    }
  }

  private void readWindows(Http instance, Ledger ledger, boolean series) {
    List<String> granularities = ledger.content.granularities();
    if (!granularities.isEmpty()) {
      String granularity = granularities.get(turn / WINDOWS_EACH % granularities.size());
      windows.read(instance, ledger, granularity, series);
    }
  }

  private void check(
      Http instance, Ledger ledger, List<Range> ranges, long count, Http.Answer answer) {
    if (ranges.stream().noneMatch(range -> range.has(count))) {
      findings.violated(
          "%s at %s is %d, in none of %s: %s",
          ledger, instance.base(), count, ranges, answer.text());
    }
  }

  /** Of a counter that never begins anew. */
  private void checkSteps(Http instance, Ledger ledger, long count, Http.Answer answer) {
    if (ledger.cuts.way != Cuts.Way.NONE) {
      return;
    }
    long before = highest.getOrDefault(ledger, 0L);
    if (count < before) {
      tally.stepsBack.increment();
      if (before - count > ledger.everInDoubt()) {
        findings.violated(
            "%s at %s went from %d back to %s", ledger, instance.base(), before, answer.text());
      }
    }
    highest.put(ledger, count);
  }
}
