package io.quipu.testing.sim.fault;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.CounterRange;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.Tally;
import io.quipu.engine.state.WindowCount;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.ClosedWindows.Supplement;
import io.quipu.engine.store.ClosedWindows.SupplementSink;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.testing.sim.Protocol;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

/** Faults in counting events of other minutes than their own. */
final class LateFaults {
  private LateFaults() {}

  /** Counts events when they were recorded, whatever they say. */
  record AsRecorded(EventLog real) {
    public CompletionStage<Void> slicePage(
        EventPartition partition, int page, CounterRange counters, EventLog.PageSink sink) {
      return real.slicePage(
          partition,
          page,
          counters,
          (counter, at, delta, events, id, window, minute, series) ->
              sink.row(counter, at, delta, events, id, window, EventMinute.OWN, List.of()));
    }
  }

  /** Tells another step of each supplement than the one that decided it. */
  record OfAnotherStep(ClosedWindows real, UnaryOperator<EventTime> told) {
    /** As of a step before: what the state still has pending counts twice. */
    static OfAnotherStep before(ClosedWindows real) {
      return new OfAnotherStep(real, step -> new EventTime(step.ticks() - 1));
    }

    /** As of a step before all, also if the state is from before the supplement. */
    static OfAnotherStep first(ClosedWindows real) {
      return new OfAnotherStep(real, step -> EventTime.MIN);
    }

    public CompletionStage<Void> readSupplements(
        int page, CounterName counter, Window first, Window last, SupplementSink sink) {
      return real.readSupplements(
          page,
          counter,
          first,
          last,
          (window, step, tally) -> sink.supplement(window, told.apply(step), tally));
    }
  }

  /** Exports under a step of each export, so that a second export adds up. */
  static final class ExportedAnew {
    private final ClosedWindows real;
    private int exports;

    ExportedAnew(ClosedWindows real) {
      this.real = real;
    }

    public CompletionStage<WriteOutcome> writeSupplements(
        WindowPartition partition, List<Supplement> supplements) {
      exports++;
      return real.writeSupplements(
          partition,
          supplements.stream()
              .map(
                  one ->
                      new Supplement(
                          one.counter(),
                          one.window(),
                          new EventTime(one.step().ticks() + exports),
                          one.tally()))
              .toList());
    }
  }

  record NotAwaited(ClosedWindows real) {
    public CompletionStage<WriteOutcome> writeSupplements(
        WindowPartition partition, List<Supplement> supplements) {
      var unused = real.writeSupplements(partition, supplements);
      return CompletableFuture.completedStage(WriteOutcome.WRITTEN);
    }
  }

  private record Asked(CounterName counter, int page, Window first) {}

  private record Found(Window window, EventTime step, Tally tally) {}

  /** Believes what it found the last time. */
  record BeforePage(ClosedWindows real, Map<Asked, List<Found>> earlier) {
    static BeforePage of(ClosedWindows real) {
      return new BeforePage(real, new HashMap<>());
    }

    public CompletionStage<Void> readSupplements(
        int page, CounterName counter, Window first, Window last, SupplementSink sink) {
      List<Found> found = new ArrayList<>();
      return real.readSupplements(
              page,
              counter,
              first,
              last,
              (window, step, tally) -> found.add(new Found(window, step, tally)))
          .thenAccept(
              read -> {
                List<Found> known = earlier.put(new Asked(counter, page, first), found);
                for (Found one : known == null ? found : known) {
                  sink.supplement(one.window, one.step, one.tally);
                }
              });
    }
  }

  /** Tells of states with supplements since when they have them. */
  private static CounterState since(CounterState state, EventTime told) {
    return state.hasSupplements()
        ? new CounterState(
            state.total(),
            state.until(),
            state.open(),
            state.supplements(),
            state.pending(),
            state.supplemented(),
            state.retentions(),
            state.series(),
            state.reset(),
            told)
        : state;
  }

  /** Believes that events were recorded at their time. */
  record RecordedAtTheirTime(PageStore real) {
    public CompletionStage<PageState> readSerial(int page, Collection<CounterName> counters) {
      return real.readSerial(page, counters)
          .thenApply(
              found -> {
                Map<CounterName, CounterState> told = new HashMap<>(found.counters());
                told.replaceAll((counter, state) -> since(state, EventTime.MIN));
                return new PageState(found.header(), told);
              });
    }
  }

  /** Notes with each step that all supplements are of rows since then. */
  record SinceTheLastStep(PageStore real) {
    public CompletionStage<CasOutcome> advance(
        int page, EventTime expected, PageHeader next, Map<CounterName, CounterState> changed) {
      Map<CounterName, CounterState> noted = new HashMap<>(changed);
      noted.replaceAll((counter, state) -> since(state, next.until()));
      return real.advance(page, expected, next, noted);
    }
  }

  /** Takes windows for final some seconds after their end, in whatever time events may come. */
  static final class FinalTooSoon extends Protocol {
    private static final long SECONDS = 15 * EventTime.TICKS_PER_SECOND;

    @Override
    protected List<WindowCount> windows(List<WindowCount> windows, EventTime now) {
      EventTime then = new EventTime(Math.max(0, now.ticks() - SECONDS));
      return windows.stream()
          .map(
              found ->
                  new WindowCount(
                      found.window(),
                      found.tally(),
                      found.settled() || !found.window().end().isAfter(then)))
          .toList();
    }
  }
}
