package io.quipu.engine.live;

import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.live.LiveMessages.Reply;
import io.quipu.engine.live.LiveMessages.Watch;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.store.Site;
import io.quipu.engine.time.AsyncSemaphore;
import io.quipu.engine.windows.EventTime;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Keeps the watched counters fresh, with a refresher for each counter. Soon after the last watcher
 * of a counter has gone, the refresher ends and is forgotten. Confined to the scheduler's context.
 */
public final class Refreshers {
  private final Map<CounterName, Refresher> refreshers = new HashMap<>();
  private final Map<CounterName, Set<Refresher>> ofSeries = new HashMap<>();
  private final Refresher.Dependencies shared;
  private final RestingCounters resting;
  private final Consumer<Boolean> watching;
  private final LiveMeters meters;
  private long version;

  /**
   * @param read reads a fresh count; always completes or fails, on the site's context
   * @param publish sends a reading with a changed count to a subscriber
   * @param watching takes true before the first refresher reads, and false after the last refresher
   *     has ended; hints of changes are needed only in between
   */
  public Refreshers(
      Function<KnownCounter, CompletionStage<Answer>> read,
      BiConsumer<String, Reading> publish,
      Consumer<Boolean> watching,
      Site site,
      RefreshSettings settings,
      LiveMeters meters) {
    this.watching = watching;
    this.resting =
        new RestingCounters(
            site.stores().directory(), site.layout(), site.scheduler(), settings.poll());
    this.meters = meters;
    this.shared =
        new Refresher.Dependencies(
            read,
            publish,
            () -> ++version,
            new AsyncSemaphore(settings.readsAtOnce()),
            resting,
            site.scheduler(),
            site.clock(),
            settings,
            meters);
  }

  /** Starts to look for changes of resting counters. */
  public void start() {
    resting.start();
  }

  /** Takes an announced horizon. */
  public void onHorizon(EventTime horizon) {
    resting.onHorizon(horizon);
  }

  /** Serves a request to watch a counter, or to watch it no longer. */
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

  /** Takes a hint that a counter changed. Its series may have changed, too. */
  public void changed(CounterName counter) {
    Refresher refresher = refreshers.get(counter);
    if (refresher != null) {
      refresher.changed();
    }
    if (!ofSeries.isEmpty()) {
      ofSeries.getOrDefault(counter, Set.of()).forEach(Refresher::changed);
    }
  }

  /** The number of refreshers, with those that end soon because they have no watcher. */
  public int size() {
    return refreshers.size();
  }

  /** Ends all refreshers. Requests that wait for a read fail, unless the read is under way. */
  public void close() {
    resting.stop();
    List.copyOf(refreshers.values()).forEach(Refresher::close);
  }

  private Refresher refresher(KnownCounter counter) {
    Refresher refresher = refreshers.get(counter.name());
    if (refresher == null) {
      refresher = new Refresher(counter, shared, this::forget);
      refreshers.put(counter.name(), refresher);
      if (counter.name().isSeries()) {
        ofSeries
            .computeIfAbsent(counter.name().whole(), any -> new LinkedHashSet<>())
            .add(refresher);
      }
      meters.counters(1);
      if (refreshers.size() == 1) {
        watching.accept(true);
      }
    }
    return refresher;
  }

  private void forget(CounterName counter) {
    Refresher ended = refreshers.remove(counter);
    if (ended != null) {
      ofSeries.computeIfPresent(
          counter.whole(), (whole, some) -> some.remove(ended) && some.isEmpty() ? null : some);
      meters.counters(-1);
      if (refreshers.isEmpty()) {
        watching.accept(false);
      }
    }
  }
}
