package io.quipu.testing.sim.fault;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.CounterRange;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.ClosedWindows.Closed;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.EventDirectory.Hour;
import io.quipu.engine.store.EventDirectory.Listing;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.PageStore.LastStep;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.engine.writer.WriterView;
import io.quipu.testing.sim.Protocol;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Faults between the rows and the page. */
final class SettlingFaults {
  private SettlingFaults() {}

  /** Keeps rows that lie just beyond where a step ends. */
  static final class KeepsRowsBeyondTheCut extends Protocol {
    private EventTime horizon = EventTime.MIN;

    KeepsRowsBeyondTheCut() {
      with(Use.SETTLING, EventLog.class, (events, machine) -> new BeyondTheCut(events, this));
    }

    @Override
    public WriterView settlesBy(WriterView view) {
      horizon = view.horizon();
      return view;
    }
  }

  /** Tells on as if they lay just below, or the settler would throw them out again. */
  record BeyondTheCut(EventLog real, KeepsRowsBeyondTheCut of) {
    private static final long MORE = 2 * EventTime.TICKS_PER_SECOND;

    public CompletionStage<Void> slicePage(
        EventPartition partition, int page, CounterRange counters, EventLog.PageSink sink) {
      return real.slicePage(
          partition,
          page,
          counters,
          (counter, at, delta, coalesced, id, window, minute, series) -> {
            long beyond = at.timestamp() - of.horizon.ticks();
            boolean kept = beyond >= 0 && beyond < MORE;
            UUID told = kept ? of.horizon.plusTicks(-1).timeuuid(0, 1) : at;
            sink.row(counter, told, delta, coalesced, id, window, minute, series);
          });
    }
  }

  /** Settles up to the group's time, of which nobody has announced that it is final. */
  static final class SettlesPastTheHorizon extends Protocol {
    @Override
    public WriterView settlesBy(WriterView view) {
      return new WriterView(
          view.self(), view.now(), view.origin(), view.now(), view.settlers(), view.ended());
    }
  }

  /** Tells the rows that it read in an earlier round. */
  record EarlierSlices(EventLog real, Map<Sliced, List<OfCounter>> earlier) {
    public CompletionStage<Void> slicePage(
        EventPartition partition, int page, CounterRange counters, EventLog.PageSink sink) {
      List<OfCounter> rows = new ArrayList<>();
      return real.slicePage(
              partition,
              page,
              counters,
              (counter, at, delta, coalesced, id, window, minute, series) ->
                  rows.add(
                      new OfCounter(
                          counter, new EventRow(at, delta, coalesced, id, window, minute, series))))
          .thenAccept(
              read -> {
                List<OfCounter> known = earlier.put(new Sliced(partition, page, counters), rows);
                for (OfCounter one : known == null ? rows : known) {
                  EventRow row = one.row;
                  sink.row(
                      one.counter,
                      row.at(),
                      row.delta(),
                      row.events(),
                      row.id(),
                      row.window(),
                      row.minute(),
                      row.series());
                }
              });
    }
  }

  /** Reads the rows of single counters from a later time on than it was told. */
  record LateSlices(EventLog real) {
    private static final long LATE = EventTime.TICKS_PER_SECOND / 10;

    public CompletionStage<Void> slice(
        EventPartition partition,
        int page,
        CounterName counter,
        EventTime from,
        EventTime before,
        EventLog.RowSink sink) {
      return real.slice(partition, page, counter, from.plusTicks(LATE), before, sink);
    }
  }

  private record Sliced(EventPartition partition, int page, CounterRange counters) {}

  private record OfCounter(CounterName counter, EventRow row) {}

  /** Answers what it was told when it was last asked. */
  static final class EarlierDirectory {
    private final EventDirectory real;
    private final Map<Integer, NavigableSet<Hour>> known = new HashMap<>();
    private final Map<Hour, NavigableSet<EventPartition>> partitions = new HashMap<>();

    EarlierDirectory(EventDirectory real) {
      this.real = real;
    }

    public CompletionStage<Listing> look(int part, Collection<Long> hours, long from) {
      return real.look(part, hours, 0)
          .thenApply(
              found -> {
                Listing earlier = new Listing(new TreeSet<>(), new TreeSet<>());
                earlier(known.put(part, found.hours()), found.hours()).stream()
                    .filter(hour -> hour.last().bucket() >= from)
                    .forEach(earlier.hours()::add);
                for (Long start : hours) {
                  Hour hour = new Hour(part, start, 0);
                  NavigableSet<EventPartition> now =
                      found.partitions().stream()
                          .filter(partition -> partition.hour() == start)
                          .collect(Collectors.toCollection(TreeSet::new));
                  earlier(partitions.put(hour, now), now).stream()
                      .filter(partition -> partition.bucket() >= from)
                      .forEach(earlier.partitions()::add);
                }
                return earlier;
              });
    }

    private static <T> T earlier(@Nullable T then, T now) {
      return then == null ? now : then;
    }
  }

  record CasIgnored(PageStore real) {
    public CompletionStage<CasOutcome> advance(
        int page, EventTime expected, PageHeader next, Map<CounterName, CounterState> changed) {
      return real.advance(page, expected, next, changed).thenApply(outcome -> CasOutcome.APPLIED);
    }
  }

  record AdvanceWithoutCondition(PageStore real) {
    public CompletionStage<CasOutcome> advance(
        int page, EventTime expected, PageHeader next, Map<CounterName, CounterState> changed) {
      return real.lastStep(page)
          .thenCompose(
              now ->
                  real.advance(
                      page,
                      now.header().until(),
                      new PageHeader(
                          next.until(), next.collected(), next.ids(), now.header().step() + 1),
                      changed))
          .exceptionally(unavailable -> CasOutcome.UNKNOWN);
    }
  }

  /** Uses states that were known before a race was lost, with the new header. */
  record RemembersAfterLostRace(
      PageStore real, Map<Integer, Map<CounterName, CounterState>> known) {
    public CompletionStage<PageState> readSerial(int page, Collection<CounterName> counters) {
      return real.readSerial(page, counters)
          .thenApply(
              found -> {
                Map<CounterName, CounterState> states = new TreeMap<>(found.counters());
                states.replaceAll(
                    (counter, state) ->
                        known.getOrDefault(page, Map.of()).getOrDefault(counter, state));
                return new PageState(found.header(), states);
              });
    }

    public CompletionStage<CasOutcome> advance(
        int page, EventTime expected, PageHeader next, Map<CounterName, CounterState> changed) {
      return real.advance(page, expected, next, changed)
          .thenApply(
              outcome -> {
                if (outcome == CasOutcome.APPLIED) {
                  known.computeIfAbsent(page, any -> new HashMap<>()).putAll(changed);
                }
                return outcome;
              });
    }
  }

  record TakeoverWithoutExport(PageStore real) {
    public CompletionStage<LastStep> lastStep(int page) {
      return real.lastStep(page).thenApply(last -> new LastStep(last.header(), List.of()));
    }
  }

  record WindowsNotAwaited(ClosedWindows real) {
    public CompletionStage<WriteOutcome> write(WindowPartition partition, List<Closed> closed) {
      var unused = real.write(partition, closed);
      return CompletableFuture.completedStage(WriteOutcome.WRITTEN);
    }
  }
}
