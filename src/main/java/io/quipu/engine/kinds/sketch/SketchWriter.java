package io.quipu.engine.kinds.sketch;

import io.quipu.engine.names.DerivedName;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.RetryPolicy;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Window;
import io.quipu.engine.writer.Confirmation;
import io.quipu.engine.writer.Incarnation;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * The lease, number, store, clocks and bound on requests that the shards of one incarnation share
 * in one context. Confined to that context.
 */
final class SketchWriter {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
  private static final Duration LONGEST_PAUSE = FIRST_PAUSE.multipliedBy(32);

  /** The shortest rest; a rest is less than twice as long. */
  private static final int REST_MILLIS = 5_000;

  private final Incarnation incarnation;
  private final int lane;
  final Dependencies shared;

  /** The pauses after requests that failed, and the patience with updates. */
  final RetryPolicy retry;

  private boolean announced;
  private boolean evicted;

  /** The store, settings and clocks that all incarnations of a context share. */
  record Dependencies(
      SketchStore store,
      Confirmation confirmation,
      Clock clock,
      Scheduler scheduler,
      SketchSettings settings,
      SketchMeters meters,
      SketchRequests requests) {}

  SketchWriter(Incarnation incarnation, int lane, Dependencies shared) {
    this.incarnation = incarnation;
    this.lane = lane;
    this.shared = shared;
    this.retry =
        new RetryPolicy(
            shared.clock, shared.scheduler, FIRST_PAUSE, LONGEST_PAUSE, shared.settings.patience());
  }

  long number() {
    return incarnation.number();
  }

  long now() {
    return shared.clock.monotonicNanos();
  }

  /** Tells whether this incarnation may acknowledge; once false, it stays false. */
  boolean holds() {
    return incarnation.lease().holds();
  }

  /** Asks for the right to acknowledge. To be called when all writes to acknowledge are durable. */
  void confirm(Consumer<Confirmation.Right> answer) {
    shared.confirmation.ask(incarnation, answer);
  }

  /** The timeuuid for the answer to an update. */
  UUID at() {
    return incarnation.time().now().timeuuid(lane, incarnation.node());
  }

  /** The group time. */
  EventTime time() {
    return incarnation.time().now();
  }

  /**
   * Tells whether the first write of a shard may begin. Once the group time is too late, readers
   * take what was announced for a window for all that will ever be.
   */
  boolean mayBegin(DerivedName name) {
    Window window = name.window();
    return window == null || time().isBefore(SketchWindows.closed(window.end()));
  }

  /** Notes that a state left memory: from now on, a shard outside memory may be stored. */
  void evicted() {
    evicted = true;
    shared.meters.evictions.increment();
  }

  /** Tells whether a shard that is not in memory may be stored. */
  boolean mayBeStored() {
    return evicted;
  }

  /**
   * Announces the writer, unless it has been announced, then a shard, and enters the name of the
   * counter, which the announcement of its whole state does. Completes with {@link
   * WriteOutcome#WRITTEN} only if all of it is durable.
   */
  CompletionStage<WriteOutcome> announce(DerivedName name) {
    return name.isDerived()
        ? announceShard(name)
        : shared.store.name(name.counter()).thenCombine(announceShard(name), WriteOutcome::and);
  }

  private CompletionStage<WriteOutcome> announceShard(DerivedName name) {
    if (announced) {
      return announceAndEnter(name);
    }
    return shared
        .store
        .announce(number())
        .thenCompose(
            outcome ->
                outcome.ifWritten(
                    () -> {
                      announced = true;
                      return announceAndEnter(name);
                    }));
  }

  /**
   * Announces a shard, and then enters a derived state with its counter. While the lease holds,
   * nobody withdraws the announcement. So whoever merges this writer finds each state that was
   * entered, and releases it.
   */
  private CompletionStage<WriteOutcome> announceAndEnter(DerivedName name) {
    CompletionStage<WriteOutcome> shard = shared.store.announce(number(), name);
    return name.isDerived()
        ? shard.thenCompose(outcome -> outcome.ifWritten(() -> enter(name)))
        : shard;
  }

  private CompletionStage<WriteOutcome> enter(DerivedName name) {
    return holds()
        ? shared.store.enter(number(), name)
        : CompletableFuture.completedStage(WriteOutcome.REFUSED);
  }

  /**
   * Runs {@code then} after a rest. Its length depends on the counter, so that the rests of many
   * counters do not end together.
   *
   * @param before the number of earlier pauses and rests in a row
   */
  Scheduler.Cancellable rest(DerivedName name, int before, Runnable then) {
    int spread = Math.floorMod(31 * before + name.hashCode(), REST_MILLIS);
    return shared.scheduler.after(Duration.ofMillis(REST_MILLIS + spread), then);
  }
}
