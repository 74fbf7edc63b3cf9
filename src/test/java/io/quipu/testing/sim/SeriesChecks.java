package io.quipu.testing.sim;

import io.quipu.engine.checkpoint.recount.RecountReport;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.query.Count;
import io.quipu.engine.state.Tally;
import io.quipu.engine.state.WindowCount;
import io.quipu.engine.windows.Granularity;
import io.quipu.testing.sim.core.SeededRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** The series of counters in the end: they sum to the counter, and windows to them. */
final class SeriesChecks {
  private final Scenario scenario;
  private final Readers readers;
  private final Checker checker;
  private final Awaited awaited;
  private final SeededRandom any;

  /** Lets time pass until a stage is complete, for a while; null if it is not, or failed. */
  @FunctionalInterface
  interface Awaited {
    <T> T now(CompletionStage<T> stage);
  }

  SeriesChecks(
      Scenario scenario, Readers readers, Checker checker, Awaited awaited, SeededRandom any) {
    this.scenario = scenario;
    this.readers = readers;
    this.checker = checker;
    this.awaited = awaited;
    this.any = any;
  }

  /**
   * Checks all series. Counts one of each breakdown again: a recount reads all rows of the counter,
   * and all of them would take longer than the world itself.
   *
   * @param total what the counter comes to
   */
  void check(Instance instance, CounterName counter, Tally total) {
    boolean recounts =
        !scenario.ends() && !scenario.collects() && isWhole(awaited.now(instance.recount(counter)));
    for (int breakdown = 0; breakdown <= DrawnSeries.OF_ALL; breakdown++) {
      List<Count> series = awaited.now(readers.series(instance, counter, breakdown));
      if (series == null) {
        checker.violated("no series although nothing is wrong", counter.name());
        return;
      }
      Tally sum = Readers.sumOf(series);
      if (breakdown < DrawnSeries.OF_ALL && !sum.equals(total)) {
        checker.violated("series do not sum to the count", series + ", not " + total);
      }
      if (breakdown == DrawnSeries.OF_ALL && !tags(sum).equals(later(total))) {
        checker.violated("a series lacks events with a label", series + " of " + total);
      }
      series.forEach(one -> checkWindows(instance, one));
      if (recounts && !series.isEmpty()) {
        checkRecount(instance, series.get(any.below(series.size())));
      }
    }
  }

  private static Set<Integer> tags(Tally tally) {
    return new HashSet<>(ObservedCount.tags(tally));
  }

  private static Set<Integer> later(Tally total) {
    return tags(total).stream().filter(DrawnSeries::isLater).collect(Collectors.toSet());
  }

  private void checkWindows(Instance instance, Count series) {
    for (Granularity granularity : Granularity.values()) {
      List<WindowCount> windows =
          awaited.now(readers.windows(instance, series.counter().named(), granularity));
      boolean ended = scenario.ends() && granularity == Granularity.MINUTE;
      if (!ended && (windows == null || !Readers.sum(windows).equals(series.total()))) {
        checker.violated("windows of a series do not sum to it", windows + " and " + series);
      }
    }
  }

  /** A row that nobody acknowledged may have appeared after its step. */
  private static boolean isWhole(RecountReport report) {
    return report != null && report.drift().signum() == 0 && report.complete();
  }

  private void checkRecount(Instance instance, Count series) {
    RecountReport report = awaited.now(instance.recount(series.counter().named()));
    if (report != null && !isWhole(report)) {
      checker.violated("a series is not what its rows say", report + " of " + series);
    }
  }
}
