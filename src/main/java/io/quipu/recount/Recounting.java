package io.quipu.recount;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.dedup.IdRow;
import io.quipu.dedup.Replay;
import io.quipu.store.Checkpoint;
import io.quipu.store.CheckpointStore;
import io.quipu.store.EventStore;
import io.quipu.store.MemberStore;
import io.quipu.store.Partition;
import io.quipu.store.StoreUnavailable;
import io.quipu.store.TailScan;
import io.quipu.time.BoundedConcurrency;
import io.quipu.time.Clock;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/**
 * Counts the retained rows of a counter again, and holds them against its checkpoint and windows,
 * and the windows of its whole life against its total. Repairs nothing. Confined to one context.
 *
 * <p>Rows with ids are held in memory for one part of the ids after the other, so that any number
 * of them can be recounted; the rows are then read once for each part.
 */
public final class Recounting {
  /** How many rows with ids are held at once; about 300 bytes each. */
  private static final int IDS_AT_ONCE = 50_000;

  private static final int ATTEMPTS = 10;

  private final CheckpointStore checkpoints;
  private final EventStore events;
  private final TailScan scan;
  private final MemberStore members;
  private final Clock clock;
  private final RecountedWindows windows;
  private final IdParts idParts = new IdParts();

  /**
   * @param clock tells which members may have expired
   */
  public Recounting(
      CheckpointStore checkpoints, EventStore events, MemberStore members, Clock clock) {
    this.checkpoints = checkpoints;
    this.events = events;
    this.scan = new TailScan(events);
    this.members = members;
    this.clock = clock;
    this.windows = new RecountedWindows(checkpoints);
  }

  /** Fails with the store unavailable; it may be repeated then. */
  public CompletionStage<RecountReport> recount(CounterName counter) {
    return attempt(counter, ATTEMPTS);
  }

  private CompletionStage<RecountReport> attempt(CounterName counter, int left) {
    return checkpoints
        .readSerial(counter)
        .thenCompose(
            checkpoint ->
                checkpoint.isFirst()
                    ? CompletableFuture.completedStage(nothing())
                    : windows
                        .open(counter, checkpoint)
                        .thenCompose(
                            open ->
                                open.isPresent()
                                    ? recount(counter, checkpoint, open.get(), left)
                                    : again(counter, left, "the counter is settled too often")));
  }

  private CompletionStage<RecountReport> again(CounterName counter, int left, String why) {
    return left > 1
        ? attempt(counter, left - 1)
        : CompletableFuture.failedStage(new StoreUnavailable(why, null));
  }

  private static RecountReport nothing() {
    return new RecountReport(BigInteger.ZERO, BigInteger.ZERO, 0, true);
  }

  /** What was collected meanwhile may be missing from what was read, so it is read again. */
  private CompletionStage<RecountReport> recount(
      CounterName counter, Checkpoint checkpoint, Map<Window, Tally> open, int left) {
    return count(counter, checkpoint)
        .thenCompose(recounted -> report(counter, checkpoint, open, recounted))
        .thenCompose(
            report ->
                checkpoints
                    .readSerial(counter)
                    .thenCompose(
                        now ->
                            now.collected().equals(checkpoint.collected())
                                ? CompletableFuture.completedStage(report)
                                : again(counter, left, "rows were collected during the recount")));
  }

  private CompletionStage<RecountedRows> count(CounterName counter, Checkpoint checkpoint) {
    RecountedRows recounted = new RecountedRows();
    return events
        .partitions(counter, checkpoint.collected())
        .thenApply(all -> all.stream().filter(p -> p.start().isBefore(checkpoint.until())).toList())
        .thenCompose(
            partitions ->
                countPlain(partitions, checkpoint, recounted)
                    .thenCompose(ids -> countIds(counter, partitions, checkpoint, ids, recounted)))
        .thenApply(done -> recounted);
  }

  /** Counts the rows without ids; answers how many have one. */
  private CompletionStage<Long> countPlain(
      List<Partition> partitions, Checkpoint checkpoint, RecountedRows recounted) {
    long[] ids = {0};
    return scan.scan(
            partitions,
            checkpoint.collected(),
            checkpoint.until(),
            (at, delta, coalesced, id, window) -> {
              if (id == null) {
                recounted.add(EventTime.of(at), delta, coalesced);
              } else {
                ids[0]++;
              }
            })
        .thenApply(done -> ids[0]);
  }

  private CompletionStage<Void> countIds(
      CounterName counter,
      List<Partition> partitions,
      Checkpoint checkpoint,
      long ids,
      RecountedRows recounted) {
    int parts = (int) ((ids + IDS_AT_ONCE - 1) / IDS_AT_ONCE);
    return BoundedConcurrency.forEach(
        1,
        IntStream.range(0, parts).boxed().toList(),
        part -> countPart(counter, partitions, checkpoint, part, parts, recounted));
  }

  private CompletionStage<Void> countPart(
      CounterName counter,
      List<Partition> partitions,
      Checkpoint checkpoint,
      int part,
      int parts,
      RecountedRows recounted) {
    List<IdRow> rows = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    Replay replay = new Replay(checkpoint.epochs(), checkpoint.collected());
    return scan.scan(
            partitions,
            checkpoint.collected(),
            checkpoint.until(),
            (at, delta, coalesced, id, window) -> {
              if (id != null && idParts.partOf(id, parts) == part) {
                rows.add(new IdRow(at, delta, id, window));
                ids.add(id);
              }
            })
        .thenCompose(scanned -> members.find(counter, ids, replay::take))
        .thenAccept(found -> replay.decide(rows, now(checkpoint), recounted));
  }

  /** A group's time may be ahead of this clock: what is settled has passed. */
  private EventTime now(Checkpoint checkpoint) {
    return EventTime.max(clock.wall(), checkpoint.until());
  }

  private CompletionStage<RecountReport> report(
      CounterName counter,
      Checkpoint checkpoint,
      Map<Window, Tally> open,
      RecountedRows recounted) {
    return windows
        .compare(counter, checkpoint, open, recounted)
        .thenApply(compared -> report(checkpoint, recounted, compared));
  }

  private static RecountReport report(
      Checkpoint checkpoint, RecountedRows recounted, Map<Granularity, WindowComparison> compared) {
    RowTally total = new RowTally(checkpoint.total());
    BigInteger ofRows = BigInteger.ZERO;
    BigInteger ofTotal = BigInteger.ZERO;
    long checked = 0;
    for (WindowComparison windows : compared.values()) {
      ofRows = ofRows.add(windows.difference());
      ofTotal = ofTotal.max(total.difference(windows.sum()));
      checked += windows.checked();
    }
    boolean complete = checkpoint.collected().equals(EventTime.MIN);
    WindowComparison minutes = Objects.requireNonNull(compared.get(Granularity.MINUTE));
    return new RecountReport(
        complete ? checkpoint.total().count() : minutes.settled().count(),
        complete ? recounted.total() : minutes.recounted().count(),
        ofRows.max(ofTotal),
        checked,
        complete);
  }
}
