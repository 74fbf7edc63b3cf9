package io.quipu.engine.live;

import io.quipu.engine.kind.Answer;
import io.quipu.engine.live.LiveMessages.Reply;
import io.quipu.engine.live.LiveMessages.Watch;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.KnownCounter;
import io.quipu.engine.model.Layout;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.time.AsyncSemaphore;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The counters that are watched, each with its refresher. No watchers, no work: a counter that
 * nobody watches leaves nothing behind. Confined to the scheduler's context.
 */
public final class Refreshers {
  private final Map<CounterName, Refresher> refreshers = new HashMap<>();
  private final Refresher.Dependencies shared;
  private final RestingCounters resting;
  private final Consumer<Boolean> watching;
  private final LiveMeters meters;
  private long version;

  /**
   * @param read a fresh count; completes on the scheduler's context, and always does
   * @param publish tells a subscriber of a changed count
   * @param watching notified when the first counter is to be kept fresh, before it is read, and
   *     when there is none any more: hints of changes are of use only between the two
   * @param directory tells which counters may have changed; completes on the scheduler's context
   */
  public Refreshers(
      Function<KnownCounter, CompletionStage<Answer>> read,
      BiConsumer<String, Reading> publish,
      Consumer<Boolean> watching,
      EventDirectory directory,
      Layout layout,
      Scheduler scheduler,
      Clock clock,
      RefreshSettings settings,
      LiveMeters meters) {
    this.watching = watching;
    this.resting = new RestingCounters(directory, layout, scheduler, settings.poll());
    this.meters = meters;
    this.shared =
        new Refresher.Dependencies(
            read,
            publish,
            () -> ++version,
            new AsyncSemaphore(settings.readsAtOnce()),
            resting,
            scheduler,
            clock,
            settings,
            meters);
  }

  /** Begins to look after counters that rest. */
  public void start() {
    resting.start();
  }

  /** Takes in an announced horizon. */
  public void onHorizon(EventTime horizon) {
    resting.onHorizon(horizon);
  }

  /** Serves a request to watch a counter. */
  public CompletionStage<Reply> serve(Watch watch) {
    if (watch.on()) {
      return refresher(watch.counter())
          .watch(watch.subscriber(), watch.minInterval())
          .thenApply(Reply.Snapshot::new);
    }
    Refresher refresher = refreshers.get(watch.counter().name());
    if (refresher != null) {
      refresher.unwatch(watch.subscriber());
    }
    return CompletableFuture.completedFuture(new Reply.Ended());
  }

  /** Takes in that a counter changed. */
  public void changed(CounterName counter) {
    Refresher refresher = refreshers.get(counter);
    if (refresher != null) {
      refresher.changed();
    }
  }

  /** The number of counters that are kept fresh, or were a moment ago. */
  public int size() {
    return refreshers.size();
  }

  /** Stops all of them; those who wait for a snapshot are refused. */
  public void close() {
    resting.stop();
    List.copyOf(refreshers.values()).forEach(Refresher::close);
  }

  private Refresher refresher(KnownCounter counter) {
    Refresher refresher = refreshers.get(counter.name());
    if (refresher == null) {
      refresher = new Refresher(counter, shared, this::forget);
      refreshers.put(counter.name(), refresher);
      meters.counters(1);
      if (refreshers.size() == 1) {
        watching.accept(true);
      }
    }
    return refresher;
  }

  private void forget(CounterName counter) {
    if (refreshers.remove(counter) != null) {
      meters.counters(-1);
      if (refreshers.isEmpty()) {
        watching.accept(false);
      }
    }
  }
}
