package io.quipu.testing.sim.fault;

import io.quipu.engine.checkpoint.dedup.Deduplicated;
import io.quipu.engine.checkpoint.dedup.IdRow;
import io.quipu.engine.checkpoint.dedup.RowRule;
import io.quipu.engine.kinds.latest.StandingValues;
import io.quipu.engine.kinds.latest.StandingValues.Part;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Subject;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.SettledIds.Counted;
import io.quipu.engine.store.SettledIds.CounterId;
import io.quipu.engine.store.SettledIds.Sink;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.Protocol.Use;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.SeededRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Faults in settling and reading stated values. */
final class LatestFaults {
  private LatestFaults() {}

  record ValuesNotAwaited(StandingValues real) {
    public CompletionStage<WriteOutcome> write(Part part, List<Counted> values) {
      var unused = real.write(part, values);
      return CompletableFuture.completedStage(WriteOutcome.WRITTEN);
    }
  }

  record ForgetsValues(StandingValues real) {
    public CompletionStage<Void> find(Part part, Collection<CounterId> actors, Sink sink) {
      return CompletableFuture.completedStage(null);
    }
  }

  record NothingSubtracted(RowRule real) {
    public CompletionStage<Map<CounterName, Deduplicated>> resolve(
        int page,
        PageState state,
        Map<CounterName, List<IdRow>> rows,
        Map<CounterName, List<EventTime>> resets) {
      Map<UUID, Long> stated = new HashMap<>();
      rows.values().forEach(some -> some.forEach(row -> stated.put(row.at(), row.delta())));
      return real.resolve(page, state, rows, resets)
          .thenApply(
              resolved -> {
                Map<CounterName, Deduplicated> spoilt = new HashMap<>(resolved);
                spoilt.replaceAll((counter, some) -> unsubtracted(some, stated));
                return spoilt;
              });
    }

    private static Deduplicated unsubtracted(Deduplicated some, Map<UUID, Long> stated) {
      List<IdRow> rows = new ArrayList<>();
      for (IdRow row : some.counted()) {
        long adds = row.delta() == 0 ? 0 : stated.getOrDefault(row.at(), 0L);
        rows.add(row.adding(adds));
      }
      return new Deduplicated(rows, 0, 0, some.standing());
    }
  }

  record ResetKeepsValues(RowRule real) {
    public CompletionStage<Map<CounterName, Deduplicated>> resolve(
        int page,
        PageState state,
        Map<CounterName, List<IdRow>> rows,
        Map<CounterName, List<EventTime>> resets) {
      return real.resolve(page, state, rows, Map.of());
    }
  }

  record TiesByArrival(RowRule real) {
    public CompletionStage<Map<CounterName, Deduplicated>> resolve(
        int page,
        PageState state,
        Map<CounterName, List<IdRow>> rows,
        Map<CounterName, List<EventTime>> resets) {
      Map<CounterName, List<IdRow>> spoilt = new HashMap<>(rows);
      spoilt.replaceAll(
          (counter, some) -> new ArrayList<>(some.stream().map(TiesByArrival::replacing).toList()));
      return real.resolve(page, state, spoilt, resets);
    }

    private static IdRow replacing(IdRow row) {
      String said = Subject.said(row.id());
      String id = Subject.with(Subject.of(row.id(), row.window()), said + ">" + said);
      return new IdRow(
          row.at(), row.delta(), row.events(), id, row.window(), row.minute(), row.series());
    }
  }

  /** Believes values of steps after the state of the page that it works with. */
  static Protocol believesLaterValues() {
    LaterFacts later = new LaterFacts();
    return new Protocol()
        .with(Use.READING, PageStore.class, (pages, machine) -> new LaterFacts.Pages(pages, later))
        .with(
            Use.READING, StandingValues.class, (values, machine) -> new LaterValues(values, later));
  }

  record LaterValues(StandingValues real, LaterFacts later) {
    public CompletionStage<Void> find(Part part, Collection<CounterId> actors, Sink sink) {
      return real.find(part, actors, later.told(part.page(), sink));
    }
  }

  static Object valuesBeforePage(StandingValues real) {
    return new ValuesBeforePage(
        real, new EarlierFacts(value -> Subject.of(value.id(), value.window())));
  }

  /** Believes what it found the last time. */
  record ValuesBeforePage(StandingValues real, EarlierFacts earlier) {
    public CompletionStage<Void> find(Part part, Collection<CounterId> actors, Sink sink) {
      return earlier.find(actors, sink, found -> real.find(part, actors, found));
    }
  }

  /** Deletes what stood before as soon as another stands; reads are slow. */
  static Protocol valuesForgottenAtOnce() {
    return new Protocol()
        .with(Use.READING, StandingValues.class, SlowValues::new)
        .with(null, StandingValues.class, (values, machine) -> new ForgetsAtOnce(values));
  }

  record SlowValues(StandingValues real, Machine machine) {
    public CompletionStage<Void> find(Part part, Collection<CounterId> actors, Sink sink) {
      return Slowness.of(machine, 3 * SeededRandom.SECOND)
          .thenCompose(now -> real.find(part, actors, sink));
    }
  }

  record ForgetsAtOnce(StandingValues real) {
    public CompletionStage<WriteOutcome> write(Part part, List<Counted> values) {
      return real.write(part, values)
          .thenApply(
              outcome -> {
                for (Counted value : values) {
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
  }
}
