package io.quipu.testing.sim.fault;

import io.quipu.engine.model.CountedId;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.CounterState;
import io.quipu.engine.model.EventPartition;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.IdPartition;
import io.quipu.engine.model.PageHeader;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.cassandra.Driver;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.SeededRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Faults in settling ids. */
final class DeduplicationFaults {
  private DeduplicationFaults() {}

  /** Takes the next step without waiting until the ids of the last are durable. */
  static final class IdsNotAwaited extends Protocol {
    @Override
    protected SettledIds ids(Use use, Machine machine, SettledIds ids) {
      return new ForwardingIds(ids) {
        @Override
        public CompletionStage<WriteOutcome> remember(IdPartition partition, List<Counted> more) {
          var unused = real.remember(partition, more);
          return CompletableFuture.completedStage(WriteOutcome.WRITTEN);
        }
      };
    }
  }

  /** Takes for all rows of a counter the window of the one it has read last, as a setting. */
  static final class WindowIsASetting extends Protocol {
    @Override
    protected EventLog events(Use use, Machine machine, EventLog events) {
      Map<CounterName, Integer> settings = new HashMap<>();
      return new ForwardingEventLog(events) {
        @Override
        public CompletionStage<Void> slicePage(EventPartition partition, int page, PageSink sink) {
          return real.slicePage(
              partition,
              page,
              (counter, at, delta, more, id, window) ->
                  sink.row(counter, at, delta, more, id, setting(counter, id, window)));
        }

        @Override
        public CompletionStage<Void> slice(
            EventPartition partition,
            int page,
            CounterName counter,
            EventTime from,
            EventTime before,
            RowSink sink) {
          return real.slice(
              partition,
              page,
              counter,
              from,
              before,
              (at, delta, more, id, window) ->
                  sink.row(at, delta, more, id, setting(counter, id, window)));
        }

        private int setting(CounterName counter, @Nullable String id, int window) {
          int known = settings.getOrDefault(counter, window);
          if (id != null) {
            settings.put(counter, window);
          }
          return id == null ? window : known;
        }
      };
    }
  }

  /** Does not look up what was counted before. */
  static final class ForgetsIds extends Protocol {
    @Override
    protected SettledIds ids(Use use, Machine machine, SettledIds ids) {
      return new ForwardingIds(ids) {
        @Override
        public CompletionStage<Void> find(
            IdPartition partition, Collection<CounterId> asked, Sink sink) {
          return CompletableFuture.completedStage(null);
        }
      };
    }
  }

  /** Believes settled ids of steps after the state of the page that it works with. */
  static final class BelievesLaterIds extends Protocol {
    private final Map<Integer, EventTime> until = new HashMap<>();

    @Override
    protected PageStore pages(Use use, Machine machine, PageStore pages, Driver driver) {
      return use == Use.READING
          ? new ForwardingPages(pages) {
            @Override
            public CompletionStage<PageState> read(int page, Collection<CounterName> counters) {
              return real.read(page, counters)
                  .thenApply(
                      found -> {
                        until.put(page, found.header().until());
                        return found;
                      });
            }
          }
          : pages;
    }

    @Override
    protected SettledIds ids(Use use, Machine machine, SettledIds ids) {
      return use == Use.READING
          ? new ForwardingIds(ids) {
            @Override
            public CompletionStage<Void> find(
                IdPartition partition, Collection<CounterId> asked, Sink sink) {
              return real.find(
                  partition, asked, (counter, id) -> sink.counted(counter, earlier(partition, id)));
            }
          }
          : ids;
    }

    /** Told on as if it had been counted just before, or it would be ignored. */
    private CountedId earlier(IdPartition partition, CountedId id) {
      EventTime end = until.getOrDefault(partition.page(), EventTime.MAX);
      boolean later = !EventTime.of(id.at()).isBefore(end) && end.isAfter(EventTime.MIN);
      return later
          ? new CountedId(id.id(), end.plusTicks(-1).timeuuid(0, 1), id.delta(), id.window())
          : id;
    }
  }

  /** Looks ids up before the page is read: believes what it found the last time. */
  static final class IdsBeforePage extends Protocol {
    @Override
    protected SettledIds ids(Use use, Machine machine, SettledIds ids) {
      return use == Use.READING ? new EarlierIds(ids) : ids;
    }
  }

  private static final class EarlierIds extends ForwardingIds {
    private final Map<IdPartition, Map<CounterId, List<CountedId>>> earlier = new HashMap<>();

    private EarlierIds(SettledIds real) {
      super(real);
    }

    @Override
    public CompletionStage<Void> find(IdPartition partition, Collection<CounterId> ids, Sink sink) {
      Map<CounterId, List<CountedId>> found = new HashMap<>();
      Map<CounterId, List<CountedId>> known =
          earlier.computeIfAbsent(partition, any -> new HashMap<>());
      return real.find(
              partition,
              ids,
              (counter, id) ->
                  found
                      .computeIfAbsent(new CounterId(counter, id.id()), any -> new ArrayList<>())
                      .add(id))
          .thenAccept(
              done -> {
                for (CounterId id : new LinkedHashSet<>(ids)) {
                  List<CountedId> now = found.getOrDefault(id, List.of());
                  List<CountedId> before = known.put(id, now);
                  (before == null ? now : before)
                      .forEach(counted -> sink.counted(id.counter(), counted));
                }
              });
    }
  }

  /** Deletes ids as soon as their page has passed the end of their window; reads are slow. */
  static final class IdsDeletedAtOnce extends Protocol {
    private SettledIds store;

    @Override
    protected SettledIds ids(Use use, Machine machine, SettledIds ids) {
      store = ids;
      return use == Use.READING
          ? new ForwardingIds(ids) {
            @Override
            public CompletionStage<Void> find(
                IdPartition partition, Collection<CounterId> asked, Sink sink) {
              return Slowness.of(machine, 3 * SeededRandom.SECOND)
                  .thenCompose(now -> real.find(partition, asked, sink));
            }
          }
          : ids;
    }

    @Override
    protected PageStore pages(Use use, Machine machine, PageStore pages, Driver driver) {
      return use == Use.SETTLING
          ? new ForwardingPages(pages) {
            @Override
            public CompletionStage<CasOutcome> advance(
                int page,
                EventTime expected,
                PageHeader next,
                Map<CounterName, CounterState> changed) {
              return real.advance(page, expected, next, changed)
                  .thenApply(
                      outcome -> {
                        next.remembered()
                            .forgotten(page, next.until())
                            .forEach(partition -> store.delete(partition));
                        return outcome;
                      });
            }
          }
          : pages;
    }
  }
}
