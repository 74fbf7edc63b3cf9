package io.quipu.testing.sim.fault;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.CounterRange;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.IdPartition;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.SettledIds.Counted;
import io.quipu.engine.store.SettledIds.CounterId;
import io.quipu.engine.store.SettledIds.Sink;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.Protocol.Use;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.SeededRandom;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Faults in settling ids. */
final class DeduplicationFaults {
  private DeduplicationFaults() {}

  record IdsNotAwaited(SettledIds real) {
    public CompletionStage<WriteOutcome> remember(IdPartition partition, List<Counted> ids) {
      var unused = real.remember(partition, ids);
      return CompletableFuture.completedStage(WriteOutcome.WRITTEN);
    }
  }

  /** Takes for all rows of a counter the window of the one it has read last, as a setting. */
  record WindowIsASetting(EventLog real, Map<CounterName, Integer> settings) {
    public CompletionStage<Void> slicePage(
        EventPartition partition, int page, CounterRange counters, EventLog.PageSink sink) {
      return real.slicePage(
          partition,
          page,
          counters,
          (counter, at, delta, more, id, window, minute, series) ->
              sink.row(counter, at, delta, more, id, setting(counter, id, window), minute, series));
    }

    public CompletionStage<Void> slice(
        EventPartition partition,
        int page,
        CounterName counter,
        EventTime from,
        EventTime before,
        EventLog.RowSink sink) {
      return real.slice(
          partition,
          page,
          counter,
          from,
          before,
          (at, delta, more, id, window, minute, series) ->
              sink.row(at, delta, more, id, setting(counter, id, window), minute, series));
    }

    private int setting(CounterName counter, @Nullable String id, int window) {
      int known = settings.getOrDefault(counter, window);
      if (id != null) {
        settings.put(counter, window);
      }
      return id == null ? window : known;
    }
  }

  record ForgetsIds(SettledIds real) {
    public CompletionStage<Void> find(IdPartition partition, Collection<CounterId> ids, Sink sink) {
      return CompletableFuture.completedStage(null);
    }
  }

  /** Takes an id that it did not find once to be counted by no later step either. */
  record UncountedForEver(SettledIds real, Set<Object> missing) {
    private record Asked(IdPartition partition, CounterId id) {}

    public CompletionStage<Void> find(IdPartition partition, Collection<CounterId> ids, Sink sink) {
      Set<CounterId> asked = new HashSet<>(ids);
      asked.removeIf(id -> missing.contains(new Asked(partition, id)));
      Set<CounterId> found = new HashSet<>();
      return real.find(
              partition,
              asked,
              (counter, id) -> {
                found.add(new CounterId(counter, id.id()));
                sink.counted(counter, id);
              })
          .thenRun(
              () -> {
                asked.removeAll(found);
                asked.forEach(id -> missing.add(new Asked(partition, id)));
              });
    }
  }

  /** Believes settled ids of steps after the state of the page that it works with. */
  static Protocol believesLaterIds() {
    LaterFacts later = new LaterFacts();
    return new Protocol()
        .with(Use.READING, PageStore.class, (pages, machine) -> new LaterFacts.Pages(pages, later))
        .with(Use.READING, SettledIds.class, (ids, machine) -> new LaterIds(ids, later));
  }

  record LaterIds(SettledIds real, LaterFacts later) {
    public CompletionStage<Void> find(IdPartition partition, Collection<CounterId> ids, Sink sink) {
      return real.find(partition, ids, later.told(partition.page(), sink));
    }
  }

  /** Believes what it found the last time. */
  record IdsBeforePage(SettledIds real, Map<IdPartition, EarlierFacts> earlier) {
    public CompletionStage<Void> find(IdPartition partition, Collection<CounterId> ids, Sink sink) {
      return earlier
          .computeIfAbsent(partition, any -> new EarlierFacts(CountedId::id))
          .find(ids, sink, found -> real.find(partition, ids, found));
    }
  }

  /** Deletes ids as soon as their page has passed the end of their window; reads are slow. */
  static final class IdsDeletedAtOnce extends Protocol {
    private SettledIds ids;

    IdsDeletedAtOnce() {
      with(
          Use.READING,
          SettledIds.class,
          (real, machine) -> {
            ids = real;
            return new SlowIds(real, machine);
          });
      with(
          Use.SETTLING,
          PageStore.class,
          (pages, machine) -> new DeletesIds(pages, partition -> ids.delete(partition)));
    }
  }

  record SlowIds(SettledIds real, Machine machine) {
    public CompletionStage<Void> find(IdPartition partition, Collection<CounterId> ids, Sink sink) {
      return Slowness.of(machine, 3 * SeededRandom.SECOND)
          .thenCompose(now -> real.find(partition, ids, sink));
    }
  }

  record DeletesIds(PageStore real, Consumer<IdPartition> delete) {
    public CompletionStage<CasOutcome> advance(
        int page, EventTime expected, PageHeader next, Map<CounterName, CounterState> changed) {
      return real.advance(page, expected, next, changed)
          .thenApply(
              outcome -> {
                next.remembered().forgotten(page, next.until()).forEach(delete);
                return outcome;
              });
    }
  }
}
