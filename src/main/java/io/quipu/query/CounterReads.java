package io.quipu.query;

import io.quipu.counter.Count;
import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.query.QueryAddresses.AcknowledgedEvents;
import io.quipu.query.QueryAddresses.Counts;
import io.quipu.query.QueryAddresses.Listing;
import io.quipu.query.QueryAddresses.Names;
import io.quipu.query.QueryAddresses.Page;
import io.quipu.query.QueryAddresses.Range;
import io.quipu.query.QueryAddresses.Verdicts;
import io.quipu.query.QueryAddresses.WindowCounts;
import io.quipu.recount.RecountReport;
import io.quipu.recount.Recounting;
import io.quipu.time.Clock;
import io.quipu.time.Scheduler;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * All that answers questions about counters, put together: what {@link QueryAddresses} names.
 * Everything fails with the store unavailable, and only so. Confined to the scheduler's context.
 */
public final class CounterReads {
  /** Longer than requests wait: who gives up first is the caller. */
  private static final Duration VERDICT_PATIENCE = Duration.ofSeconds(30);

  private final Counting counting;
  private final WindowCounting windows;
  private final Recounting recounting;
  private final VerdictReader verdicts;
  private final CounterListing listing;
  private EventTime horizon = EventTime.MIN;

  /**
   * @param collectionWait of the collectors: a read that takes half of it fails
   * @param hasten asks for a counter to be settled ahead of others
   */
  public CounterReads(
      ReadStores stores,
      Clock clock,
      Scheduler scheduler,
      Duration collectionWait,
      QueryMeters meters,
      Consumer<CounterName> hasten) {
    this.counting =
        new Counting(
            stores.checkpoints(),
            stores.events(),
            stores.members(),
            clock,
            collectionWait,
            meters,
            hasten);
    this.windows =
        new WindowCounting(
            stores.checkpoints(), stores.events(), stores.members(), clock, collectionWait);
    this.recounting =
        new Recounting(stores.checkpoints(), stores.events(), stores.members(), clock);
    this.verdicts =
        new VerdictReader(
            stores.checkpoints(), stores.members(), clock, scheduler, VERDICT_PATIENCE, hasten);
    this.listing = new CounterListing(stores.directory(), stores.checkpoints());
  }

  /** Hears of an announced horizon: windows before it are final. */
  public void passed(EventTime announced) {
    horizon = EventTime.max(horizon, announced);
  }

  public CompletionStage<Count> count(CounterName counter) {
    return counting.count(counter);
  }

  public CompletionStage<Counts> counts(Names names) {
    return counting.counts(names.counters()).thenApply(Counts::new);
  }

  public CompletionStage<WindowCounts> windows(Range range) {
    return windows.count(range, horizon).thenApply(WindowCounts::new);
  }

  public CompletionStage<Verdicts> verdicts(AcknowledgedEvents events) {
    return verdicts.judge(events).thenApply(Verdicts::new);
  }

  public CompletionStage<RecountReport> recount(CounterName counter) {
    return recounting.recount(counter);
  }

  public CompletionStage<Listing> list(Page page) {
    return listing.list(page);
  }
}
