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
import io.quipu.store.MemberStore.Member;
import io.quipu.store.Partition;
import io.quipu.store.RowShare;
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
 * One recount of one counter. Confined to one context.
 *
 * <p>Rows with ids are held in memory for one part of the ids after the other, so that any number
 * of them can be recounted; the rows are then read once for each part.
 */
final class RecountRun {
  /** Partitions that are read at once, a page each. */
  private static final int PARTITIONS_AT_ONCE = 4;

  private static final int PAGES = PARTITIONS_AT_ONCE * EventStore.PAGE_ROWS;

  /** What it needs: pages, and some rows with ids. */
  static final int FEWEST_ROWS = PAGES + 2_000;

  /** Most rows with ids that are held at once. */
  private static final int MOST_IDS = 50_000;

  private static final int ATTEMPTS = 10;

  private final CheckpointStore checkpoints;
  private final EventStore events;
  private final TailScan scan;
  private final MemberStore members;
  private final Clock clock;
  private final RecountedWindows windows;
  private final IdParts idParts = new IdParts();
  private final CounterName counter;
  private final RecountTurn.Recount turn;
  private final RowShare.Held held;

  /**
   * @param held to be given back by whoever took them
   */
  RecountRun(
      CheckpointStore checkpoints,
      EventStore events,
      MemberStore members,
      Clock clock,
      CounterName counter,
      RecountTurn.Recount turn,
      RowShare.Held held) {
    this.checkpoints = checkpoints;
    this.events = events;
    this.scan = new TailScan(events);
    this.members = members;
    this.clock = clock;
    this.windows = new RecountedWindows(checkpoints, turn);
    this.counter = counter;
    this.turn = turn;
    this.held = held;
  }

  /** Fails with the store unavailable; it may be repeated then. */
  CompletionStage<RecountReport> recount() {
    return attempt(ATTEMPTS);
  }

  private CompletionStage<RecountReport> attempt(int left) {
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
                                    ? recount(checkpoint, open.get(), left)
                                    : again(left, "the counter is settled too often")));
  }

  private CompletionStage<RecountReport> again(int left, String why) {
    return left > 1
        ? attempt(left - 1)
        : CompletableFuture.failedStage(new StoreUnavailable(why, null));
  }

  private static RecountReport nothing() {
    return new RecountReport(BigInteger.ZERO, BigInteger.ZERO, 0, true);
  }

  /** What was collected meanwhile may be missing from what was read, so it is read again. */
  private CompletionStage<RecountReport> recount(
      Checkpoint checkpoint, Map<Window, Tally> open, int left) {
    return count(checkpoint)
        .thenCompose(recounted -> report(checkpoint, open, recounted))
        .thenCompose(
            report ->
                checkpoints
                    .readSerial(counter)
                    .thenCompose(
                        now ->
                            now.collected().equals(checkpoint.collected())
                                ? CompletableFuture.completedStage(report)
                                : again(left, "rows were collected during the recount")));
  }

  private CompletionStage<RecountedRows> count(Checkpoint checkpoint) {
    RecountedRows recounted = new RecountedRows();
    return events
        .partitions(counter, checkpoint.collected())
        .thenApply(all -> all.stream().filter(p -> p.start().isBefore(checkpoint.until())).toList())
        .thenCompose(
            partitions ->
                countPlain(partitions, checkpoint, recounted)
                    .thenCompose(ids -> countIds(partitions, checkpoint, ids, recounted)))
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
            PARTITIONS_AT_ONCE,
            (at, delta, coalesced, id, window) -> {
              turn.mustBeWanted();
              if (id == null) {
                recounted.add(EventTime.of(at), delta, coalesced);
              } else {
                ids[0]++;
              }
            })
        .thenApply(done -> ids[0]);
  }

  private CompletionStage<Void> countIds(
      List<Partition> partitions, Checkpoint checkpoint, long ids, RecountedRows recounted) {
    held.grow((int) Math.min(ids, MOST_IDS) + PAGES - held.rows());
    // Parts are not equally large: a tenth of what may be held is for those that are larger.
    int atOnce = Math.max(1, (held.rows() - PAGES) / 10 * 9);
    int parts = (int) ((ids + atOnce - 1) / atOnce);
    return BoundedConcurrency.forEach(
        1,
        IntStream.range(0, parts).boxed().toList(),
        part -> countPart(partitions, checkpoint, part, parts, recounted));
  }

  private CompletionStage<Void> countPart(
      List<Partition> partitions,
      Checkpoint checkpoint,
      int part,
      int parts,
      RecountedRows recounted) {
    List<IdRow> rows = new ArrayList<>();
    int[] most = {held.rows() - PAGES};
    Set<String> ids = new HashSet<>();
    Replay replay = new Replay(checkpoint.epochs(), checkpoint.collected());
    return scan.scan(
            partitions,
            checkpoint.collected(),
            checkpoint.until(),
            PARTITIONS_AT_ONCE,
            (at, delta, coalesced, id, window) -> {
              turn.mustBeWanted();
              if (id != null && idParts.partOf(id, parts) == part) {
                most[0] += rows.size() < most[0] ? 0 : more();
                rows.add(new IdRow(at, delta, id, window));
                ids.add(id);
              }
            })
        .thenCompose(scanned -> members.find(counter, ids, member -> take(member, replay)))
        .thenAccept(found -> replay.decide(rows, now(checkpoint), recounted));
  }

  /** One id that was sent very often makes a part large. */
  private int more() {
    int more = held.grow(EventStore.PAGE_ROWS);
    if (more == 0) {
      throw StoreUnavailable.busy(
          "This instance cannot hold the rows of that many ids at present.");
    }
    return more;
  }

  private void take(Member member, Replay replay) {
    turn.mustBeWanted();
    replay.take(member);
  }

  /** A group's time may be ahead of this clock: what is settled has passed. */
  private EventTime now(Checkpoint checkpoint) {
    return EventTime.max(clock.wall(), checkpoint.until());
  }

  private CompletionStage<RecountReport> report(
      Checkpoint checkpoint, Map<Window, Tally> open, RecountedRows recounted) {
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
