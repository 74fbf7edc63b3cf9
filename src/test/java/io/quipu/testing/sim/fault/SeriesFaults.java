package io.quipu.testing.sim.fault;

import io.quipu.engine.ingest.Append;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.CounterRange;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.names.Series;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.Event;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.SeriesNotes;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.CounterSlices;
import io.quipu.engine.store.CounterSlices.NamedState;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.core.Machine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Faults in recording, settling and reading series. */
final class SeriesFaults {
  private SeriesFaults() {}

  /** Records events for the first of their series only. */
  static final class WithoutSiblings extends Protocol {
    @Override
    protected Recording accepted(Recording recording) {
      if (!(recording instanceof Append append)) {
        return recording;
      }
      List<Event> events = append.events().stream().map(WithoutSiblings::first).toList();
      return new Append(
          append.counter(),
          append.shards(),
          append.retention(),
          append.window(),
          append.rowsWanted(),
          append.idPrefix(),
          append.mintBefore(),
          events);
    }

    private static Event first(Event event) {
      return event.of(event.series().subList(0, Math.min(1, event.series().size())));
    }
  }

  /** Settles only the series of labels that there were from the beginning. */
  record WithoutAddedLabels(EventLog real) {
    public CompletionStage<Void> slicePage(
        EventPartition partition, int page, CounterRange counters, EventLog.PageSink sink) {
      return real.slicePage(
          partition,
          page,
          counters,
          (counter, at, delta, coalesced, id, window, minute, series) ->
              sink.row(
                  counter,
                  at,
                  delta,
                  coalesced,
                  id,
                  window,
                  minute,
                  series.stream().filter(key -> Series.breakdownOf(key) < 2).toList()));
    }
  }

  private static CounterState noting(CounterState state, UnaryOperator<SeriesNotes> other) {
    return new CounterState(
        state.total(),
        state.until(),
        state.open(),
        state.supplements(),
        state.pending(),
        state.supplemented(),
        state.retentions(),
        other.apply(state.series()),
        state.reset(),
        state.supplementedSince());
  }

  /** Notes no resets for series. */
  record ForgetsResets(PageStore real) {
    public CompletionStage<CasOutcome> advance(
        int page, EventTime expected, PageHeader next, Map<CounterName, CounterState> changed) {
      Map<CounterName, CounterState> spoilt = new HashMap<>(changed);
      spoilt.replaceAll(
          (counter, state) -> noting(state, notes -> new SeriesNotes(notes.numbers(), List.of())));
      return real.advance(page, expected, next, spoilt);
    }
  }

  /** Drops all but the last reset that is noted, whichever series need the others. */
  record DropsResets(PageStore real) {
    public CompletionStage<CasOutcome> advance(
        int page, EventTime expected, PageHeader next, Map<CounterName, CounterState> changed) {
      Map<CounterName, CounterState> spoilt = new HashMap<>(changed);
      spoilt.replaceAll((counter, state) -> noting(state, DropsResets::last));
      return real.advance(page, expected, next, spoilt);
    }

    private static SeriesNotes last(SeriesNotes notes) {
      List<EventTime> resets = notes.resets();
      return new SeriesNotes(
          notes.numbers(), resets.subList(Math.max(0, resets.size() - 1), resets.size()));
    }
  }

  /** Finds every second series of those to write. */
  record FindsHalf(CounterSlices real) {
    public CompletionStage<List<NamedState>> states(
        int page, List<String> namespaces, NameRange names, int most) {
      return real.states(page, namespaces, names, most)
          .thenApply(
              found ->
                  IntStream.range(0, found.size())
                      .filter(i -> i % 2 == 1)
                      .mapToObj(found::get)
                      .toList());
    }
  }

  /** Writes series without what resets took from their windows. */
  record WithoutSupplements(PageStore real) {
    public CompletionStage<CasOutcome> advance(
        int page, EventTime expected, PageHeader next, Map<CounterName, CounterState> changed) {
      Map<CounterName, CounterState> spoilt = new HashMap<>(changed);
      spoilt.replaceAll((counter, state) -> counter.isSeries() ? without(state) : state);
      return real.advance(page, expected, next, spoilt);
    }

    private static CounterState without(CounterState state) {
      return new CounterState(
          state.total(),
          state.until(),
          state.open(),
          Map.of(),
          state.pending(),
          state.supplemented(),
          state.retentions(),
          state.series(),
          state.reset(),
          state.supplementedSince());
    }
  }

  /** Hands over the rows of a slice with the series of its first row only. */
  record FewOfTheTail(EventLog real) {
    public CompletionStage<Void> slice(
        EventPartition partition,
        int page,
        CounterName counter,
        EventTime from,
        EventTime before,
        EventLog.RowSink sink) {
      Set<String> first = new HashSet<>();
      return real.slice(
          partition,
          page,
          counter,
          from,
          before,
          (at, delta, coalesced, id, window, minute, series) -> {
            if (first.isEmpty()) {
              first.addAll(series);
            }
            List<String> known = series.stream().filter(first::contains).toList();
            sink.row(at, delta, coalesced, id, window, minute, known);
          });
    }
  }

  /** Takes the series that were found for all that there are, a while after they were found. */
  record CountsNone(PageStore real, Machine machine) {
    private static final Duration WHILE = Duration.ofSeconds(1);

    public CompletionStage<PageState> read(int page, Collection<CounterName> counters) {
      CompletableFuture<PageState> answer = new CompletableFuture<>();
      machine.after(
          WHILE,
          () ->
              real.read(page, counters)
                  .whenComplete(
                      (found, failure) -> {
                        if (failure == null) {
                          answer.complete(spoilt(found));
                        } else {
                          answer.completeExceptionally(failure);
                        }
                      }));
      return answer;
    }

    private static PageState spoilt(PageState found) {
      Map<CounterName, List<Long>> numbers = new HashMap<>();
      for (CounterName name : found.counters().keySet()) {
        if (name.isSeries()) {
          List<Long> of = numbers.computeIfAbsent(name.whole(), any -> new ArrayList<>());
          int breakdown = Series.breakdownOf(name.series());
          while (of.size() <= breakdown) {
            of.add(0L);
          }
          of.set(breakdown, of.get(breakdown) + 1);
        }
      }
      Map<CounterName, CounterState> states = new HashMap<>(found.counters());
      states.replaceAll(
          (name, state) ->
              noting(
                  state,
                  notes -> new SeriesNotes(numbers.getOrDefault(name, List.of()), notes.resets())));
      return new PageState(found.header(), states);
    }
  }
}
