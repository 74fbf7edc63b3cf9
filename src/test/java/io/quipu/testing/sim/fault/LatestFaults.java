package io.quipu.testing.sim.fault;

import io.quipu.engine.checkpoint.dedup.Deduplicated;
import io.quipu.engine.checkpoint.dedup.IdRow;
import io.quipu.engine.checkpoint.dedup.RowRule;
import io.quipu.engine.kinds.latest.StandingValues;
import io.quipu.engine.model.CountedId;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Subject;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.SettledIds.Counted;
import io.quipu.engine.store.SettledIds.CounterId;
import io.quipu.engine.store.SettledIds.Sink;
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
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Faults in settling and reading stated values. */
final class LatestFaults {
  private LatestFaults() {}

  /** Takes the next step without waiting until the values of the last are durable. */
  static final class ValuesNotAwaited extends Protocol {
    @Override
    protected StandingValues values(Use use, Machine machine, StandingValues values) {
      return new ForwardingValues(values) {
        @Override
        public CompletionStage<WriteOutcome> write(Part part, List<Counted> more) {
          var unused = real.write(part, more);
          return CompletableFuture.completedStage(WriteOutcome.WRITTEN);
        }
      };
    }
  }

  /** Does not look up what stood before, so that nothing is subtracted. */
  static final class ForgetsValues extends Protocol {
    @Override
    protected StandingValues values(Use use, Machine machine, StandingValues values) {
      return new ForwardingValues(values) {
        @Override
        public CompletionStage<Void> find(Part part, Collection<CounterId> actors, Sink sink) {
          return CompletableFuture.completedStage(null);
        }
      };
    }
  }

  /** Adds a new value without subtracting what stood before. */
  static final class NothingSubtracted extends Protocol {
    @Override
    protected RowRule rule(Use use, RowRule rule) {
      return new ForwardingRule(rule) {
        @Override
        public CompletionStage<Map<CounterName, Deduplicated>> resolve(
            int page, PageState state, Map<CounterName, List<IdRow>> rows) {
          Map<UUID, Long> stated = new HashMap<>();
          rows.values().forEach(some -> some.forEach(row -> stated.put(row.at(), row.delta())));
          return real.resolve(page, state, rows)
              .thenApply(
                  resolved -> {
                    Map<CounterName, Deduplicated> spoilt = new HashMap<>();
                    resolved.forEach(
                        (counter, some) -> spoilt.put(counter, unsubtracted(some, stated)));
                    return spoilt;
                  });
        }
      };
    }

    private static Deduplicated unsubtracted(Deduplicated some, Map<UUID, Long> stated) {
      List<IdRow> rows = new ArrayList<>();
      for (IdRow row : some.counted()) {
        long adds = row.delta() == 0 ? 0 : stated.getOrDefault(row.at(), 0L);
        rows.add(new IdRow(row.at(), adds, row.id(), row.window()));
      }
      return new Deduplicated(rows, 0, 0, some.standing());
    }
  }

  /** Of two values with one version, the one that was recorded last stands. */
  static final class TiesByArrival extends Protocol {
    @Override
    protected RowRule rule(Use use, RowRule rule) {
      return new ForwardingRule(rule) {
        @Override
        public CompletionStage<Map<CounterName, Deduplicated>> resolve(
            int page, PageState state, Map<CounterName, List<IdRow>> rows) {
          Map<CounterName, List<IdRow>> spoilt = new HashMap<>();
          rows.forEach(
              (counter, some) ->
                  spoilt.put(
                      counter, new ArrayList<>(some.stream().map(this::replacing).toList())));
          return real.resolve(page, state, spoilt);
        }

        private IdRow replacing(IdRow row) {
          String said = Subject.said(row.id());
          String id = Subject.with(Subject.of(row.id(), row.window()), said + ">" + said);
          return new IdRow(row.at(), row.delta(), id, row.window());
        }
      };
    }
  }

  /** Believes values of steps after the state of the page that it works with. */
  static final class BelievesLaterValues extends Protocol {
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
    protected StandingValues values(Use use, Machine machine, StandingValues values) {
      return use == Use.READING
          ? new ForwardingValues(values) {
            @Override
            public CompletionStage<Void> find(Part part, Collection<CounterId> actors, Sink sink) {
              return real.find(
                  part, actors, (counter, value) -> sink.counted(counter, earlier(part, value)));
            }
          }
          : values;
    }

    /** Told on as if it had stood just before, or it would be ignored. */
    private CountedId earlier(StandingValues.Part part, CountedId value) {
      EventTime end = until.getOrDefault(part.page(), EventTime.MAX);
      boolean later = !EventTime.of(value.at()).isBefore(end) && end.isAfter(EventTime.MIN);
      return later
          ? new CountedId(
              value.id(), end.plusTicks(-1).timeuuid(0, 1), value.delta(), value.window())
          : value;
    }
  }

  /** Looks values up before the page is read: believes what it found the last time. */
  static final class ValuesBeforePage extends Protocol {
    @Override
    protected StandingValues values(Use use, Machine machine, StandingValues values) {
      return use == Use.READING ? new EarlierValues(values) : values;
    }
  }

  private static final class EarlierValues extends ForwardingValues {
    private final Map<CounterId, List<CountedId>> earlier = new HashMap<>();

    private EarlierValues(StandingValues real) {
      super(real);
    }

    @Override
    public CompletionStage<Void> find(Part part, Collection<CounterId> actors, Sink sink) {
      Map<CounterId, List<CountedId>> found = new HashMap<>();
      return real.find(
              part,
              actors,
              (counter, value) ->
                  found
                      .computeIfAbsent(
                          new CounterId(counter, Subject.of(value.id(), value.window())),
                          any -> new ArrayList<>())
                      .add(value))
          .thenAccept(
              done -> {
                for (CounterId actor : new LinkedHashSet<>(actors)) {
                  List<CountedId> now = found.getOrDefault(actor, List.of());
                  List<CountedId> before = earlier.put(actor, now);
                  (before == null ? now : before)
                      .forEach(value -> sink.counted(actor.counter(), value));
                }
              });
    }
  }

  /** Deletes what stood before as soon as another stands; reads are slow. */
  static final class ValuesForgottenAtOnce extends Protocol {
    @Override
    protected StandingValues values(Use use, Machine machine, StandingValues values) {
      return new ForwardingValues(values) {
        @Override
        public CompletionStage<Void> find(Part part, Collection<CounterId> actors, Sink sink) {
          return use == Use.READING
              ? Slowness.of(machine, 3 * SeededRandom.SECOND)
                  .thenCompose(now -> real.find(part, actors, sink))
              : real.find(part, actors, sink);
        }

        @Override
        public CompletionStage<WriteOutcome> write(Part part, List<Counted> more) {
          return real.write(part, more)
              .thenApply(
                  outcome -> {
                    for (Counted value : more) {
                      String actor = Subject.of(value.id().id(), value.id().window());
                      var unused =
                          real.forget(
                              part,
                              new CounterId(value.counter(), actor),
                              EventTime.of(value.id().at()));
                    }
                    return outcome;
                  });
        }
      };
    }
  }
}
