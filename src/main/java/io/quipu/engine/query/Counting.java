package io.quipu.engine.query;

import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.CoalescingReads;
import io.quipu.engine.windows.EventTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/**
 * Counts: adds up the settled part and the tail of a counter over its pages. A question about many
 * counters reads a page for all these counters together. Confined to one context.
 */
final class Counting {
  private static final int PAGES_AT_ONCE = 8;

  /** The minimum number of rows in a tail for which the page is settled ahead of others. */
  private static final int LONG_TAIL_ROWS = 2_000;

  private final PageReads pages;
  private final Clock clock;
  private final QueryMeters meters;
  private final CoalescingReads<KnownCounter, Answer> reads;

  Counting(PageReads pages, Clock clock, QueryMeters meters) {
    this.pages = pages;
    this.clock = clock;
    this.meters = meters;
    this.reads = new CoalescingReads<>(this::read, meters.shared::increment);
  }

  /** Returns a count that includes every event acknowledged before this call. */
  CompletionStage<Answer> count(KnownCounter counter) {
    return reads.join(counter);
  }

  private CompletionStage<Answer> read(KnownCounter counter) {
    return counts(List.of(counter)).thenApply(counts -> counts.get(0));
  }

  /** Returns the counts of several counters, in the order of the counters. */
  CompletionStage<List<Answer>> counts(List<KnownCounter> counters) {
    long until = pages.rows.patienceEnds();
    return KnownResets.ask(known -> counts(counters, known, until))
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                meters.unavailable.increment();
              }
            });
  }

  private CompletionStage<List<Answer>> counts(
      List<KnownCounter> counters, KnownResets known, long until) {
    Map<CounterName, Count.Sum> sums = new HashMap<>();
    Map<Integer, List<CounterName>> byPage = new TreeMap<>();
    for (KnownCounter counter : counters) {
      if (sums.putIfAbsent(counter.name(), new Count.Sum(counter.name())) == null) {
        for (Integer page : pages.layout.pagesOf(counter.name(), counter.shards())) {
          byPage.computeIfAbsent(page, any -> new ArrayList<>()).add(counter.name());
        }
      }
    }
    return BoundedConcurrency.forEach(
            PAGES_AT_ONCE,
            byPage.entrySet(),
            page -> read(page.getKey(), page.getValue(), known, until, sums))
        .thenApply(
            all -> counters.stream().<Answer>map(counter -> of(counter, sums).count()).toList());
  }

  private static Count.Sum of(KnownCounter counter, Map<CounterName, Count.Sum> sums) {
    return Objects.requireNonNull(sums.get(counter.name()));
  }

  private CompletionStage<Void> read(
      int page,
      List<CounterName> counters,
      KnownResets known,
      long until,
      Map<CounterName, Count.Sum> sums) {
    long started = clock.monotonicNanos();
    return pages
        .rows
        .with(until, 0, held -> read(page, counters, held, known, sums))
        .thenAccept(
            reading -> {
              meters.read(Duration.ofNanos(clock.monotonicNanos() - started), reading.tailRows());
              if (reading.tailRows() >= LONG_TAIL_ROWS) {
                pages.rows.settleAhead(page);
              }
            });
  }

  /** Reads a page in one attempt. Only a successful attempt adds to the sums. */
  private CompletionStage<PageReading> read(
      int page,
      List<CounterName> counters,
      TailRows.Room held,
      KnownResets known,
      Map<CounterName, Count.Sum> sums) {
    Count.Tail tail = new Count.Tail();
    return pages
        .read(page, counters, EventTime.MAX, held, known, tail)
        .thenApply(
            reading -> {
              counters.forEach(
                  counter -> {
                    Count.Sum sum = Objects.requireNonNull(sums.get(counter));
                    sum.add(reading.state(), tail.of(counter));
                  });
              return reading;
            });
  }
}
