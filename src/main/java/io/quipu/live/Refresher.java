package io.quipu.live;

import io.quipu.counter.Count;
import io.quipu.counter.CounterName;
import io.quipu.counter.Tally;
import io.quipu.store.StoreUnavailable;
import io.quipu.time.Clock;
import io.quipu.time.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one watched counter fresh. Reads it when a hint or a new watcher asks for it and otherwise
 * once a poll period, never twice at once and never more often than the rest between reads allows.
 * What arrives during a read is served by one more read: the one under way may have begun too early
 * to see it. Confined to one context.
 *
 * <p>It outlives its last watcher by the rest, so that coming and going does not read more often
 * than staying.
 */
final class Refresher {
  /** What all refreshers share. */
  record Dependencies(
      Function<CounterName, CompletionStage<Count>> read,
      BiConsumer<String, Reading> publish,
      LongSupplier versions,
      AsyncSemaphore permits,
      Scheduler scheduler,
      Clock clock,
      RefreshSettings settings,
      LiveMeters meters) {}

  private final CounterName counter;
  private final Dependencies shared;
  private final Consumer<CounterName> ended;
  private final Set<String> watchers = new HashSet<>();
  private List<CompletableFuture<Reading>> waiting = new ArrayList<>();
  private @Nullable Tally latest;
  private Scheduler.Cancellable timer = () -> {};
  private Stage stage = Stage.IDLE;
  private boolean wanted;
  private long earliest;
  private int failures;

  private enum Stage {
    /** The timer decides what happens next. */
    IDLE,
    /** Waiting for its turn to read. */
    QUEUED,
    READING,
    ENDED
  }

  Refresher(CounterName counter, Dependencies shared, Consumer<CounterName> ended) {
    this.counter = counter;
    this.shared = shared;
    this.ended = ended;
    this.earliest = shared.clock.monotonicNanos();
  }

  /** Adds a watcher; the reading is of a read that has not begun yet. */
  CompletionStage<Reading> watch(String subscriber) {
    CompletableFuture<Reading> snapshot = new CompletableFuture<>();
    watchers.add(subscriber);
    waiting.add(snapshot);
    want();
    return snapshot;
  }

  void unwatch(String subscriber) {
    if (watchers.remove(subscriber) && watchers.isEmpty() && stage == Stage.IDLE) {
      wakeAt(earliest);
    }
  }

  /** The counter changed, or may have. */
  void changed() {
    if (!watchers.isEmpty()) {
      want();
    }
  }

  /** Nothing happens any more, except that a read under way ends. */
  void close() {
    watchers.clear();
    end();
  }

  private void want() {
    if (!wanted) {
      wanted = true;
      if (stage == Stage.IDLE) {
        wakeAt(earliest);
      }
    }
  }

  private void wakeAt(long nanos) {
    timer.cancel();
    long delay = nanos - shared.clock.monotonicNanos();
    if (delay <= 0 && !watchers.isEmpty()) {
      due();
    } else {
      timer = shared.scheduler.after(Duration.ofNanos(Math.max(0, delay)), this::due);
    }
  }

  private void due() {
    if (watchers.isEmpty()) {
      end();
    } else {
      stage = Stage.QUEUED;
      shared.permits.acquire(this::read);
    }
  }

  private void read() {
    if (watchers.isEmpty()) {
      end();
      shared.permits.release();
      return;
    }
    stage = Stage.READING;
    wanted = false;
    List<CompletableFuture<Reading>> joined = waiting;
    waiting = new ArrayList<>();
    long started = shared.clock.monotonicNanos();
    Instant asOf = shared.clock.wall().instant();
    shared
        .read
        .apply(counter)
        .whenComplete(
            (count, failure) -> {
              shared.meters.refreshed(shared.clock.monotonicNanos() - started);
              if (failure == null) {
                succeed(new Reading(shared.versions.getAsLong(), count, asOf), started, joined);
              } else {
                fail(failure, joined);
              }
              scheduleNext(started);
              shared.permits.release();
            });
  }

  private void succeed(Reading reading, long started, List<CompletableFuture<Reading>> joined) {
    failures = 0;
    earliest = started + shared.settings.minInterval().toNanos();
    Tally total = reading.count().total();
    if (latest != null && !latest.equals(total)) {
      watchers.forEach(watcher -> shared.publish.accept(watcher, reading));
    }
    latest = total;
    joined.forEach(snapshot -> snapshot.complete(reading));
  }

  /** The last count stands; whoever waits for a newer one is told, and may ask again. */
  private void fail(Throwable failure, List<CompletableFuture<Reading>> joined) {
    failures++;
    earliest = shared.clock.monotonicNanos() + shared.settings.retryNanos(failures);
    shared.meters.refreshFailed();
    joined.forEach(snapshot -> snapshot.completeExceptionally(failure));
  }

  private void scheduleNext(long started) {
    if (stage == Stage.ENDED) {
      return;
    }
    stage = Stage.IDLE;
    boolean soon = wanted || failures > 0 || watchers.isEmpty();
    wakeAt(soon ? earliest : Math.max(earliest, started + shared.settings.poll().toNanos()));
  }

  private void end() {
    stage = Stage.ENDED;
    timer.cancel();
    ended.accept(counter);
    waiting.forEach(
        snapshot ->
            snapshot.completeExceptionally(
                new StoreUnavailable("the counter is not watched any more", null)));
    waiting.clear();
  }
}
