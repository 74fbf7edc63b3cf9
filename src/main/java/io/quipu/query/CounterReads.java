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
import io.quipu.query.QueryAddresses.Recount;
import io.quipu.query.QueryAddresses.Verdicts;
import io.quipu.query.QueryAddresses.WindowCounts;
import io.quipu.recount.RecountReport;
import io.quipu.recount.RecountTurn;
import io.quipu.recount.Recounting;
import io.quipu.store.RowShare;
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
  private final RecountTurn recountTurn;
  private final VerdictReader verdicts;
  private final CounterListing listing;
  private EventTime horizon = EventTime.MIN;

  /**
   * @param reading rows that may be held, of the process
   * @param collectionWait of the collectors: a read that takes half of it fails
   * @param recountTurn that of the process
   * @param hasten asks for a counter to be settled ahead of others
   * @param ended asks for the checkpoint of a counter to be moved although it may be at rest
   */
  public CounterReads(
      ReadStores stores,
      Clock clock,
      Scheduler scheduler,
      RowShare reading,
      Duration collectionWait,
      RecountTurn recountTurn,
      QueryMeters meters,
      Consumer<CounterName> hasten,
      Consumer<CounterName> ended) {
    TailRows rows = new TailRows(reading.on(scheduler), hasten);
    this.counting =
        new Counting(
            stores.checkpoints(),
            stores.events(),
            stores.members(),
            rows,
            clock,
            collectionWait,
            meters);
    this.windows =
        new WindowCounting(
            stores.checkpoints(),
            stores.events(),
            stores.members(),
            rows,
            clock,
            collectionWait,
            ended);
    this.recounting =
        new Recounting(
            stores.checkpoints(), stores.events(), stores.members(), reading.on(scheduler), clock);
    this.recountTurn = recountTurn;
    this.verdicts =
        new VerdictReader(
            stores.checkpoints(), stores.members(), clock, scheduler, VERDICT_PATIENCE, rows);
    this.listing = new CounterListing(stores.directory(), stores.checkpoints());
  }

  /** Hears of an announced horizon: windows before it can be settled. */
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

  public CompletionStage<RecountReport> recount(Recount asked) {
    return recountTurn.take(asked.asked(), turn -> recounting.recount(asked.counter(), turn));
  }

  public CompletionStage<Listing> list(Page page) {
    return listing.list(page);
  }
}
