package io.quipu.engine.query;

import static io.quipu.engine.names.TestNamespaces.known;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.checkpoint.dedup.Deduplication;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.TestLayout;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.store.StoresFixture;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.EventTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Readers of scripted stores. */
abstract class QueryFixture extends StoresFixture {
  static final PageReads.Sink IGNORED = sink((counter, at, delta, events) -> {});

  final RowShare share = new RowShare(10_000_000);
  final List<Integer> hastened = new ArrayList<>();
  final SettledStates states =
      new SettledStates(stores.pages, time, time, awaited -> hastened.add(awaited.page()));
  final TailRows rows = rows(share);
  final PageReads reads =
      new PageReads(
          stores.all(),
          new Deduplication(stores.layout, stores.all()),
          stores.layout,
          rows,
          time,
          time);

  final Counting counting = new Counting(reads, time, new QueryMeters(new SimpleMeterRegistry()));

  /** Rows of another share. */
  TailRows rows(RowShare some) {
    return rows(some, Duration.ofSeconds(9));
  }

  TailRows rows(RowShare some, Duration patience) {
    return new TailRows(
        some.on(time), states, time, patience, awaited -> hastened.add(awaited.page()));
  }

  /** Reads of the page of A, with rows of their own. */
  static CompletionStage<PageReading> read(
      PageReads reads, int page, List<CounterName> counters, PageReads.Sink sink) {
    return reads.rows.with(
        reads.rows.patienceEnds(),
        0,
        held -> reads.read(page, counters, EventTime.MAX, held, new KnownResets(), sink));
  }

  Count count(KnownCounter counter) {
    return (Count) value(counting.count(counter));
  }

  static KnownCounter one(CounterName counter) {
    return known(counter, 1);
  }

  /** Takes what counts of a tail; what a reset takes away counts the other way. */
  interface Counts {
    void counts(CounterName counter, EventTime at, long delta, int events);
  }

  static PageReads.Sink sink(Counts counts) {
    return new PageReads.Sink() {
      @Override
      public void counts(CounterName counter, EventTime at, long minute, long delta, int events) {
        counts.counts(counter, at, delta, events);
      }

      @Override
      public void takesAway(CounterName counter, EventTime at, Tally away) {
        counts.counts(counter, at, -away.count().longValueExact(), Math.toIntExact(-away.events()));
      }
    };
  }

  /** Other counters on the same page. */
  List<CounterName> neighbours(int some) {
    return TestLayout.counters(stores.layout, own -> own == page, "votes", "n")
        .limit(some)
        .toList();
  }

  /** Lets what is due happen; no time passes. */
  <T> T value(CompletionStage<T> stage) {
    time.passMillis(0);
    return Done.value(stage);
  }

  Throwable failure(CompletionStage<?> stage) {
    time.passMillis(0);
    return Done.failure(stage);
  }

  /** A read of A's page: what is settled, and what counts since. */
  final class Reading {
    private final CompletionStage<PageReading> answer;
    private Tally tail = Tally.ZERO;

    Reading() {
      answer =
          KnownResets.ask(
              known ->
                  rows.with(
                      rows.patienceEnds(),
                      0,
                      held -> {
                        tail = Tally.ZERO;
                        return reads.read(
                            page, List.of(A), EventTime.MAX, held, known, sink(this::counts));
                      }));
      time.passMillis(0);
    }

    private void counts(CounterName counter, EventTime at, long delta, int more) {
      tail = tail.plus(Tally.of(delta, more));
    }

    Tally total() {
      return value(answer).state().of(A).total().plus(tail);
    }

    CompletionStage<PageReading> answer() {
      return answer;
    }
  }
}
