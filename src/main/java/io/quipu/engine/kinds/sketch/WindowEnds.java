package io.quipu.engine.kinds.sketch;

import io.quipu.engine.names.DerivedName;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.time.Periodic;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Merges the shards that one incarnation has of windows that are over. Confined to one context.
 *
 * <p>Invariant: a shard is merged only after its last write. Updates get the window of the group
 * time at which they are recorded, and this time never goes back. So once it has passed the end of
 * a window, no update of that window begins; those that wait or are not durable yet are waited for.
 */
final class WindowEnds {
  private static final Logger log = LoggerFactory.getLogger(WindowEnds.class);

  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int AT_ONCE = 4;

  /** The maximum number of merges of one round, so that a round ends soon. */
  private static final int PER_ROUND = 1_000;

  /** The seconds over which the merges of one window are spread, among counters and writers. */
  private static final int SPREAD = 20;

  /** The states that may wait to be merged whatever the bound on memory. */
  private static final int LEAST = 10_000;

  /** The approximate bytes of a state that waits to be merged, and is not in memory. */
  private static final int NAME_BYTES = 500;

  private final SketchWriter writer;
  private final Predicate<DerivedName> release;
  private final Periodic rounds;

  /** The states of windows that this incarnation may have shards of, by when they are merged. */
  private final TreeMap<EventTime, Set<DerivedName>> due = new TreeMap<>();

  private final long most;
  private int states;
  private boolean reported;

  /**
   * @param release takes a state out of memory; false if some of its values are not durable yet
   */
  WindowEnds(SketchWriter writer, Predicate<DerivedName> release) {
    this.writer = writer;
    this.release = release;
    this.most = Math.max(LEAST, writer.shared.settings().stateBytes() / NAME_BYTES);
    this.rounds = new Periodic(writer.shared.scheduler(), PAUSE, this::round);
  }

  void start() {
    rounds.start();
  }

  /** Stops merging. Others merge the shards of an incarnation that has ended. */
  void stop() {
    rounds.stop();
  }

  /**
   * Tells whether the windows among some states can be noted. A quarter of the room is kept for
   * counters without series, because strangers may choose the values of labels.
   */
  boolean haveRoom(List<DerivedName> some) {
    boolean ofSeries = some.stream().anyMatch(name -> name.counter().isSeries());
    long room = (ofSeries ? most - most / 4 : most) - states;
    return some.stream().filter(this::isNew).count() <= room;
  }

  private boolean isNew(DerivedName name) {
    return name.window() != null && !due.getOrDefault(due(name), Set.of()).contains(name);
  }

  /** Notes that there may be a shard of a window. */
  void add(DerivedName name) {
    states += due.computeIfAbsent(due(name), any -> new HashSet<>()).add(name) ? 1 : 0;
  }

  private EventTime due(DerivedName name) {
    Window window = Objects.requireNonNull(name.window());
    long spread = Math.floorMod(name.hashCode() + 7 * writer.number(), SPREAD);
    return window.end().plusTicks(spread * EventTime.TICKS_PER_SECOND);
  }

  private CompletionStage<Void> round() {
    if (!writer.holds()) {
      rounds.stop();
      return CompletableFuture.completedStage(null);
    }
    return BoundedConcurrency.forEach(AT_ONCE, over(), this::merge);
  }

  /** The states to be merged now, and no longer in memory. */
  private List<DerivedName> over() {
    List<DerivedName> over = new ArrayList<>();
    EventTime now = writer.time();
    for (Set<DerivedName> some : due.headMap(now, true).values()) {
      for (DerivedName name : some) {
        if (over.size() < PER_ROUND && release.test(name)) {
          over.add(name);
        }
      }
    }
    return over;
  }

  /** Merges a shard. After a failure, the state is tried again in a later round. */
  private CompletionStage<?> merge(DerivedName name) {
    if (!writer.holds()) {
      return CompletableFuture.completedStage(null);
    }
    return CounterMerge.ofOwn(writer.shared.store(), writer.shared.meters(), name, writer.number())
        .run()
        .handle(
            (merged, failure) -> {
              if (failure == null) {
                remove(name);
              } else {
                failed(failure);
              }
              return null;
            });
  }

  private void remove(DerivedName name) {
    EventTime at = due(name);
    Set<DerivedName> same = due.get(at);
    if (same != null && same.remove(name)) {
      states--;
      reported = false;
      if (same.isEmpty()) {
        due.remove(at);
      }
    }
  }

  private void failed(Throwable failure) {
    if (!reported && !StoreUnavailable.caused(failure)) {
      reported = true;
      log.error(
          "What this writer has of a window that is over cannot be merged; trying on", failure);
    }
  }
}
