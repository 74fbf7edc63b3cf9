package io.quipu.testing.sim.fault;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.CounterState;
import io.quipu.engine.model.EventPartition;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.PageHeader;
import io.quipu.engine.model.WindowPartition;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.EventRow;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.writer.WriterView;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.cassandra.Driver;
import io.quipu.testing.sim.core.Machine;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Faults between the rows and the page. */
final class SettlingFaults {
  private SettlingFaults() {}

  /** Keeps rows that lie just beyond where a step ends. */
  static final class KeepsRowsBeyondTheCut extends Protocol {
    private static final long MORE = 2 * EventTime.TICKS_PER_SECOND;

    private EventTime horizon = EventTime.MIN;

    @Override
    protected WriterView settlesBy(WriterView view) {
      horizon = view.horizon();
      return view;
    }

    @Override
    protected EventLog events(Use use, Machine machine, EventLog events) {
      return use == Use.SETTLING
          ? new ForwardingEventLog(events) {
            @Override
            public CompletionStage<Void> slicePage(
                EventPartition partition, int page, PageSink sink) {
              // Told on as if it lay just below, or the settler would throw it out again.
              return real.slicePage(
                  partition,
                  page,
                  (counter, at, delta, coalesced, id, window) -> {
                    long beyond = at.timestamp() - horizon.ticks();
                    boolean kept = beyond >= 0 && beyond < MORE;
                    sink.row(
                        counter,
                        kept ? horizon.plusTicks(-1).timeuuid(0, 1) : at,
                        delta,
                        coalesced,
                        id,
                        window);
                  });
            }
          }
          : events;
    }
  }

  /** Settles up to the group's time, of which nobody has announced that it is final. */
  static final class SettlesPastTheHorizon extends Protocol {
    @Override
    protected WriterView settlesBy(WriterView view) {
      return new WriterView(
          view.self(), view.now(), view.origin(), view.now(), view.settlers(), view.ended());
    }
  }

  /** Folds rows that were read in an earlier round, before this horizon was announced. */
  static final class SliceBeforeHorizon extends Protocol {
    @Override
    protected EventLog events(Use use, Machine machine, EventLog events) {
      return use == Use.SETTLING ? new EarlierSlices(events) : events;
    }
  }

  private static final class EarlierSlices extends ForwardingEventLog {
    private final Map<EventPartition, Map<Integer, List<OfCounter>>> earlier = new HashMap<>();

    private record OfCounter(CounterName counter, EventRow row) {}

    private EarlierSlices(EventLog real) {
      super(real);
    }

    @Override
    public CompletionStage<Void> slicePage(EventPartition partition, int page, PageSink sink) {
      List<OfCounter> rows = new ArrayList<>();
      return real.slicePage(
              partition,
              page,
              (counter, at, delta, coalesced, id, window) ->
                  rows.add(new OfCounter(counter, new EventRow(at, delta, coalesced, id, window))))
          .thenAccept(
              read -> {
                List<OfCounter> known =
                    earlier.computeIfAbsent(partition, any -> new HashMap<>()).put(page, rows);
                for (OfCounter one : known == null ? rows : known) {
                  EventRow row = one.row;
                  sink.row(
                      one.counter, row.at(), row.delta(), row.events(), row.id(), row.window());
                }
              });
    }
  }

  /** Believes what the directory said in an earlier round, before this horizon was announced. */
  static final class DirectoryBeforeHorizon extends Protocol {
    @Override
    protected EventDirectory directory(Use use, Machine machine, EventDirectory directory) {
      return use == Use.SETTLING ? new EarlierDirectory(directory) : directory;
    }
  }

  /** Answers what it was told when it was last asked. */
  static final class EarlierDirectory extends ForwardingDirectory {
    private final Map<Integer, NavigableSet<Hour>> known = new HashMap<>();
    private final Map<Hour, NavigableSet<EventPartition>> partitions = new HashMap<>();

    EarlierDirectory(EventDirectory real) {
      super(real);
    }

    @Override
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

  /** Takes a refused compare-and-set for an applied one. */
  static final class CasIgnored extends Protocol {
    @Override
    protected PageStore pages(Use use, Machine machine, PageStore pages, Driver driver) {
      return new ForwardingPages(pages) {
        @Override
        public CompletionStage<CasOutcome> advance(
            int page, EventTime expected, PageHeader next, Map<CounterName, CounterState> changed) {
          return real.advance(page, expected, next, changed)
              .thenApply(outcome -> CasOutcome.APPLIED);
        }
      };
    }
  }

  /** Advances whatever is there. */
  static final class AdvanceWithoutCondition extends Protocol {
    @Override
    protected PageStore pages(Use use, Machine machine, PageStore pages, Driver driver) {
      return new ForwardingPages(pages) {
        @Override
        public CompletionStage<CasOutcome> advance(
            int page, EventTime expected, PageHeader next, Map<CounterName, CounterState> changed) {
          return real.lastStep(page)
              .thenCompose(
                  now ->
                      real.advance(
                          page,
                          now.header().until(),
                          new PageHeader(
                              next.until(),
                              next.collected(),
                              next.remembered(),
                              now.header().step() + 1),
                          changed))
              .exceptionally(unavailable -> CasOutcome.UNKNOWN);
        }
      };
    }
  }

  /** States that were known before a race was lost are used after it, with the new header. */
  static final class RemembersAfterLostRace extends Protocol {
    @Override
    protected PageStore pages(Use use, Machine machine, PageStore pages, Driver driver) {
      return use == Use.SETTLING ? new StaleStates(pages) : pages;
    }
  }

  private static final class StaleStates extends ForwardingPages {
    private final Map<Integer, Map<CounterName, CounterState>> known = new HashMap<>();

    private StaleStates(PageStore real) {
      super(real);
    }

    @Override
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

    @Override
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

  /** Takes a page over without exporting what its last step decided. */
  static final class TakeoverWithoutExport extends Protocol {
    @Override
    protected PageStore pages(Use use, Machine machine, PageStore pages, Driver driver) {
      return new ForwardingPages(pages) {
        @Override
        public CompletionStage<LastStep> lastStep(int page) {
          return real.lastStep(page).thenApply(last -> new LastStep(last.header(), List.of()));
        }
      };
    }
  }

  /** Takes the next step without waiting until the windows of the last are durable. */
  static final class WindowsNotAwaited extends Protocol {
    @Override
    protected ClosedWindows windows(Use use, Machine machine, ClosedWindows windows) {
      return new ForwardingWindows(windows) {
        @Override
        public CompletionStage<WriteOutcome> write(WindowPartition partition, List<Closed> closed) {
          var unused = real.write(partition, closed);
          return CompletableFuture.completedStage(WriteOutcome.WRITTEN);
        }
      };
    }
  }
}
