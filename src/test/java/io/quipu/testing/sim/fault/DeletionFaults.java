package io.quipu.testing.sim.fault;

import io.quipu.engine.checkpoint.collect.ErasureSource;
import io.quipu.engine.names.CounterLives;
import io.quipu.engine.names.CounterLives.Purge;
import io.quipu.engine.names.CounterRange;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.NamespaceLife;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.Deletions.Deletion;
import io.quipu.engine.store.Erasure;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.SeededRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Faults of the purges of counters and of the deletion of namespaces. */
final class DeletionFaults {
  private DeletionFaults() {}

  private static ErasureSource waiting(ErasureSource source, Duration slack, int steps) {
    return new ErasureSource(
        source.namespaces(), source.erasure(), source.erasers(), source.pause(), slack, steps);
  }

  /** Settings that were looked up are used for as long as the process lives. */
  static final class UsesOldSettings extends Protocol {
    @Override
    protected Duration cached(Duration time) {
      return Duration.ofHours(1);
    }
  }

  /** A purge is answered when it is decided, not when everybody knows of it. */
  static final class AnsweredAtOnce extends Protocol {
    @Override
    protected Scheduler pauses(Machine machine) {
      return new Scheduler() {
        @Override
        public Cancellable after(Duration delay, Runnable task) {
          return machine.after(Duration.ZERO, task);
        }

        @Override
        public void execute(Runnable task) {
          machine.execute(task);
        }
      };
    }
  }

  /** Deletes at once what it sees to be deleted. */
  static final class ErasedAtOnce extends Protocol {
    @Override
    protected ErasureSource erasing(ErasureSource source) {
      return waiting(source, Duration.ofNanos(1), source.steps());
    }
  }

  /** Takes a deletion that was entered a moment ago for one that somebody has waited for. */
  static final class WaitTakenForOver {
    /** The number of no unit. */
    private static final int NONE = Integer.MAX_VALUE;

    private final NamespaceStore store;

    WaitTakenForOver(NamespaceStore store) {
      this.store = store;
    }

    public CompletionStage<List<Deletion>> deletions() {
      return store
          .deletions()
          .thenApply(all -> all.stream().map(WaitTakenForOver::withOneMore).toList());
    }

    private static Deletion withOneMore(Deletion deletion) {
      Set<Integer> done = new TreeSet<>(deletion.done());
      done.add(NONE);
      return new Deletion(deletion.life(), done);
    }
  }

  /**
   * Deletes what belongs to a page while a step of it may have read rows before. Each step takes a
   * while after that, as it may.
   */
  static final class AwaitsNoSteps extends Protocol {
    AwaitsNoSteps() {
      with(Use.SETTLING, EventLog.class, SlowSteps::new);
    }

    @Override
    protected ErasureSource erasing(ErasureSource source) {
      return waiting(source, source.slack(), 0);
    }
  }

  record SlowSteps(EventLog real, Machine machine) {
    public CompletionStage<Void> slicePage(
        EventPartition partition, int page, CounterRange counters, EventLog.PageSink sink) {
      return real.slicePage(partition, page, counters, sink)
          .thenCompose(read -> Slowness.of(machine, 2 * SeededRandom.SECOND))
          .thenAccept(late -> {});
    }
  }

  /** Takes a deletion for done of which nobody knows. */
  static final class NotAwaited {
    private final Erasure erasure;

    NotAwaited(Erasure erasure) {
      this.erasure = erasure;
    }

    public CompletionStage<WriteOutcome> states(int page, Extent extent) {
      return erasure.states(page, extent).thenApply(any -> WriteOutcome.WRITTEN);
    }

    public CompletionStage<WriteOutcome> rows(
        EventPartition partition, Collection<Integer> pages, Extent extent) {
      return erasure.rows(partition, pages, extent).thenApply(any -> WriteOutcome.WRITTEN);
    }
  }

  /** Every purge of a counter begins the same life. */
  static final class OneLifeForAll {
    private final NamespaceStore store;

    OneLifeForAll(NamespaceStore store) {
      this.store = store;
    }

    public CompletionStage<List<Purge>> purges(NamespaceLife life, int after) {
      return store
          .purges(life, after)
          .thenApply(
              log -> log.stream().map(one -> new Purge(one.number(), one.name(), 1)).toList());
    }
  }

  /** The age of settings is not looked at by one way in. */
  static final class AgeIgnored extends Protocol {
    @Override
    protected Clock ages(Clock clock) {
      return new Clock() {
        @Override
        public long monotonicNanos() {
          return 0;
        }

        @Override
        public EventTime wall() {
          return clock.wall();
        }
      };
    }
  }

  /** Takes every purge in the log for one that was entered a moment ago. */
  static final class AlwaysDue {
    private final NamespaceStore store;

    AlwaysDue(NamespaceStore store) {
      this.store = store;
    }

    public CompletionStage<List<Purge>> purges(NamespaceLife life, int after) {
      return store
          .purges(life, after)
          .thenApply(
              log ->
                  log.stream()
                      .map(one -> new Purge(one.number(), one.name(), one.life(), EventTime.MAX))
                      .toList());
    }
  }

  /** Takes a purge that was voided for one that holds. */
  static final class VoidHolds {
    private final NamespaceStore store;

    VoidHolds(NamespaceStore store) {
      this.store = store;
    }

    public CompletionStage<List<Purge>> purges(NamespaceLife life, int after) {
      return store
          .purges(life, 0)
          .thenApply(
              log -> {
                CounterLives known = CounterLives.NONE;
                List<Purge> all = new ArrayList<>();
                for (Purge one : log) {
                  int most = Math.max(known.of(one.name()), one.life());
                  all.add(new Purge(one.number(), one.name(), most, one.entered()));
                  known = known.with(List.of(all.get(all.size() - 1)));
                }
                return all.subList(Math.min(after, all.size()), all.size());
              });
    }
  }

  /** Decides a purge without its entry in the log. */
  static final class NotInTheLog {
    private final NamespaceStore store;
    private boolean other;

    NotInTheLog(NamespaceStore store) {
      this.store = store;
    }

    public CompletionStage<CasOutcome> note(NamespaceLife life, Purge purge) {
      other = !other;
      return other ? store.note(life, purge) : CompletableFuture.completedStage(CasOutcome.APPLIED);
    }
  }

  /** Begins a purge with settings that may be older than the last decision. */
  static final class FromOldSettings {
    private final NamespaceStore store;

    FromOldSettings(NamespaceStore store) {
      this.store = store;
    }

    public CompletionStage<Optional<Namespace>> findDecided(String name) {
      return store.find(name);
    }
  }
}
