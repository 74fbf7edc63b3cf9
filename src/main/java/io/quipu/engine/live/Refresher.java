package io.quipu.engine.live;

import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.AsyncSemaphore;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.windows.EventTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one watched counter fresh. Reads the counter after a hint and for each request to watch.
 * Otherwise reads the counter once a poll period, or less often while the counter rests or if all
 * watchers have longer intervals. Two reads never overlap. The starts of two reads are at least the
 * minimum interval apart. After a read for a hint or with a changed count, the next read for a hint
 * also waits for the shortest interval of the watchers. Hints and requests to watch that arrive
 * during a read share one more read, because the read under way may have begun too early. Confined
 * to one context.
 *
 * <p>After its last watcher has gone, a refresher exists until the minimum interval is over, or the
 * pause after a failed read. So a watcher that comes and goes causes no more reads than a watcher
 * that stays.
 */
final class Refresher {
  /** The objects that all refreshers share. */
  record Dependencies(
      Function<KnownCounter, CompletionStage<Answer>> read,
      BiConsumer<String, Reading> publish,
      LongSupplier versions,
      AsyncSemaphore permits,
      RestingCounters resting,
      Scheduler scheduler,
      Clock clock,
      RefreshSettings settings,
      LiveMeters meters) {}

  private final KnownCounter counter;
  private final Dependencies shared;
  private final Consumer<CounterName> ended;
  private final Map<String, Duration> watchers = new HashMap<>();
  private List<CompletableFuture<Reading>> waiting = new ArrayList<>();
  private @Nullable Answer latest;
  private Scheduler.Cancellable timer = () -> {};
  private Stage stage = Stage.IDLE;
  private boolean wanted;
  private boolean hinted;

  /** The time of the first hint since the last read began; valid only if {@code hinted}. */
  private long hintedNanos;

  private long earliest;
  private long paced;
  private int failures;

  private enum Stage {
    /** Waiting for the timer. */
    IDLE,
    /** Waiting for a permit to read. */
    QUEUED,
    READING,
    ENDED
  }

  Refresher(KnownCounter counter, Dependencies shared, Consumer<CounterName> ended) {
    this.counter = counter;
    this.shared = shared;
    this.ended = ended;
    this.earliest = shared.clock.monotonicNanos();
    this.paced = earliest;
  }

  /**
   * Adds a watcher, or changes the interval of a watcher. The reading comes from a read that has
   * not begun yet.
   *
   * @param minInterval the shortest time between two counts for this watcher
   */
  CompletionStage<Reading> watch(String subscriber, Duration minInterval) {
    CompletableFuture<Reading> snapshot = new CompletableFuture<>();
    watchers.put(subscriber, minInterval);
    waiting.add(snapshot);
    want();
    return snapshot;
  }

  void unwatch(String subscriber) {
    if (watchers.remove(subscriber) != null && watchers.isEmpty() && stage == Stage.IDLE) {
      wakeAt(earliest);
    }
  }

  /** Takes a hint that the counter may have changed. */
  void changed() {
    if (!watchers.isEmpty()) {
      if (!hinted) {
        hinted = true;
        hintedNanos = shared.clock.monotonicNanos();
      }
      if (!wanted) {
        want();
      }
    }
  }

  /** Ends the refresher. A read under way still completes the requests that wait for that read. */
  void close() {
    watchers.clear();
    end();
  }

  private void want() {
    wanted = true;
    if (stage == Stage.IDLE) {
      wakeAt(next());
    }
  }

  /** The time of the next wanted read. Requests to watch do not wait for the watchers' interval. */
  private long next() {
    return waiting.isEmpty() && failures == 0 ? Math.max(earliest, paced) : earliest;
  }

  private long paceNanos() {
    return watchers.values().stream().mapToLong(Duration::toNanos).min().orElse(0);
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
    shared.resting.wake(counter.name());
    EventTime horizon = shared.resting.horizon();
    boolean forHint = hinted;
    long hintedAt = hintedNanos;
    wanted = false;
    hinted = false;
    List<CompletableFuture<Reading>> joined = waiting;
    waiting = new ArrayList<>();
    long started = shared.clock.monotonicNanos();
    Instant asOf = shared.clock.wall().instant();
    shared
        .read
        .apply(counter)
        .whenComplete(
            (count, failure) -> {
              long now = shared.clock.monotonicNanos();
              shared.meters.refreshed(now - started);
              if (failure == null) {
                boolean changed =
                    succeed(
                        new Reading(shared.versions.getAsLong(), count, asOf),
                        started,
                        forHint,
                        joined);
                if (changed && forHint) {
                  shared.meters.delayed(now - hintedAt);
                }
              } else {
                fail(failure, joined);
              }
              scheduleNext(started, horizon);
              shared.permits.release();
            });
  }

  /** Keeps a reading. Publishes it if its count differs from the last count, and tells so. */
  private boolean succeed(
      Reading reading, long started, boolean forHint, List<CompletableFuture<Reading>> joined) {
    failures = 0;
    earliest = started + shared.settings.minInterval().toNanos();
    Answer answer = reading.answer();
    boolean changed = latest != null && !latest.version().equals(answer.version());
    if (changed) {
      watchers.keySet().forEach(watcher -> shared.publish.accept(watcher, reading));
    }
    // A watcher that has joined may want counts more often than those who set the pace.
    long pace = started + paceNanos();
    paced = changed || forHint ? pace : Math.min(paced, pace);
    latest = answer;
    joined.forEach(snapshot -> snapshot.complete(reading));
    return changed;
  }

  /** Keeps the last count. Fails the requests that wait for this read; they may be repeated. */
  private void fail(Throwable failure, List<CompletableFuture<Reading>> joined) {
    failures++;
    earliest = shared.clock.monotonicNanos() + shared.settings.retryNanos(failures);
    shared.meters.refreshFailures.increment();
    joined.forEach(snapshot -> snapshot.completeExceptionally(failure));
  }

  private void scheduleNext(long started, EventTime horizon) {
    if (stage == Stage.ENDED) {
      return;
    }
    stage = Stage.IDLE;
    if (wanted || failures > 0 || watchers.isEmpty()) {
      wakeAt(watchers.isEmpty() ? earliest : next());
      return;
    }
    boolean rests =
        latest != null
            && latest.restsWithPages()
            && shared.resting.rest(counter, horizon, this::changed);
    RefreshSettings settings = shared.settings;
    long poll = (rests ? settings.longestPoll() : settings.poll()).toNanos();
    wakeAt(Math.max(earliest, started + Math.max(poll, paceNanos())));
  }

  private void end() {
    stage = Stage.ENDED;
    timer.cancel();
    shared.resting.wake(counter.name());
    ended.accept(counter.name());
    waiting.forEach(
        snapshot ->
            snapshot.completeExceptionally(
                new StoreUnavailable("the counter is not watched any more", null)));
    waiting.clear();
  }
}
