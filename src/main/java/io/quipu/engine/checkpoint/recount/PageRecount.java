package io.quipu.engine.checkpoint.recount;

import io.quipu.engine.checkpoint.dedup.IdRow;
import io.quipu.engine.checkpoint.dedup.RowRule;
import io.quipu.engine.checkpoint.dedup.RowRule.Recounted;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Keep;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.Subject;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/**
 * One recount of one counter on one of its pages. Confined to one context.
 *
 * <p>The ids are divided into id parts, and memory holds the rows of one id part at a time. So any
 * number of ids can be recounted. Partitions with ids are read once more for each id part.
 */
final class PageRecount {
  /** The rows of all driver pages in memory while partitions are read. */
  private static final int PAGES = RetainedRows.PARTITIONS_AT_ONCE * EventLog.PAGE_ROWS;

  /** The rows that a recount takes before it begins: driver pages, and some rows with ids. */
  static final int FEWEST_ROWS = PAGES + 2_000;

  /**
   * The maximum number of rows with ids for which room is asked before the first id part is read.
   */
  private static final int MOST_IDS = 50_000;

  private static final int ATTEMPTS = 5;

  /** The distance in ticks by which {@code until} of the page may grow in the first attempt. */
  private static final long MARGIN = 10 * EventTime.TICKS_PER_SECOND;

  private final CounterStores stores;
  private final RowRule rules;
  private final RetainedRows rows;
  private final IdParts idParts = new IdParts();
  private final int page;
  private final CounterName counter;
  private final Keep keep;
  private final RecountTurn.Recount turn;
  private final RowShare.Held held;

  /**
   * @param held at least {@link #FEWEST_ROWS} rows, which the caller takes and gives back
   */
  PageRecount(
      CounterStores stores,
      RowRule rules,
      Layout layout,
      int page,
      KnownCounter counter,
      RecountTurn.Recount turn,
      RowShare.Held held) {
    this.stores = stores;
    this.rules = rules;
    this.rows = new RetainedRows(stores, layout.part(page), page, counter.name().whole(), turn);
    this.page = page;
    this.counter = counter.name();
    this.keep = Keep.of(counter.namespace());
    this.turn = turn;
    this.held = held;
  }

  /** Recounts the counter. Fails with the store unavailable; then the call may be repeated. */
  CompletionStage<RecountReport> recount() {
    return attempt(ATTEMPTS, MARGIN);
  }

  private CompletionStage<RecountReport> attempt(int left, long margin) {
    return stores
        .pages()
        .readSerial(page, counter.parts())
        .thenCompose(
            state ->
                state.of(counter).isNew()
                    ? CompletableFuture.completedStage(RecountReport.NOTHING)
                    : attempt(RecountScope.of(state, counter, margin), left));
  }

  /**
   * Recounts once. Reads the header of the page again after that, because rows that were deleted
   * during the recount may be missing from the report.
   */
  private CompletionStage<RecountReport> attempt(RecountScope scope, int left) {
    return recount(scope)
        .thenCompose(
            report ->
                stores
                    .pages()
                    .readSerial(page, List.of())
                    .thenCompose(now -> accept(report, scope, now.header().until(), left)));
  }

  private CompletionStage<RecountReport> accept(
      RecountReport report, RecountScope scope, EventTime now, int left) {
    if (!now.isAfter(scope.passed())) {
      return CompletableFuture.completedStage(report);
    }
    return left > 1
        ? attempt(left - 1, MARGIN + 2 * (now.ticks() - scope.until().ticks()))
        : CompletableFuture.failedStage(
            new StoreUnavailable("rows were collected during the recount", null));
  }

  private CompletionStage<RecountReport> recount(RecountScope state) {
    RecountedWindows windows = new RecountedWindows(stores.windows(), turn, page, state);
    return windows
        .first(keep.isAll(Granularity.MINUTE))
        .thenCompose(
            first -> {
              // where days end, the first one does not tell where the counter began
              EventTime began = keep.isAll(Granularity.DAY) ? first : EventTime.MIN;
              boolean complete = state.retainsAll(began);
              RecountScope scope = complete ? state.complete() : state;
              return count(state.retained(), scope)
                  .thenCompose(
                      recounted ->
                          windows
                              .compare(granularity -> comparedFrom(granularity, scope), recounted)
                              .thenApply(compared -> report(scope, complete, recounted, compared)));
            });
  }

  /** The time from which on windows are compared: no window after it ends during the recount. */
  private EventTime comparedFrom(Granularity granularity, RecountScope scope) {
    return EventTime.max(scope.comparedFrom(), keep.shownFrom(granularity, scope.passed()));
  }

  private CompletionStage<RecountedRows> count(EventTime from, RecountScope scope) {
    return count(from, scope, new HashSet<>(), ATTEMPTS);
  }

  /** Counts the rows. Counts them again if a reset was found that is not among {@code resets}. */
  private CompletionStage<RecountedRows> count(
      EventTime from, RecountScope scope, Set<EventTime> resets, int left) {
    return count(from, scope, resets)
        .thenCompose(
            recounted -> {
              if (recounted.found().isEmpty()) {
                return CompletableFuture.completedStage(recounted);
              }
              resets.addAll(recounted.found());
              if (resets.size() > RecountedRows.MOST_RESETS || left == 0) {
                throw RecountedRows.tooManyResets();
              }
              return count(from, scope, resets, left - 1);
            });
  }

  private CompletionStage<RecountedRows> count(
      EventTime from, RecountScope scope, Set<EventTime> resets) {
    RecountedRows recounted = new RecountedRows(counter.series(), resets);
    Set<EventPartition> withIds = new TreeSet<>();
    long[] ids = {0};
    return rows.read(
            from,
            scope.until(),
            (partition, at, delta, coalesced, id, window, minute, series) -> {
              if (id == null) {
                recounted.row(EventTime.of(at), minute, delta, coalesced, series);
              } else {
                ids[0]++;
                withIds.add(partition);
              }
            })
        .thenCompose(
            read ->
                recounted.found().isEmpty()
                    ? countIds(withIds, from, scope, ids[0], recounted)
                    : CompletableFuture.completedStage(null))
        .thenApply(
            done -> {
              recounted.takeAway(scope.retained().equals(EventTime.MIN));
              return recounted;
            });
  }

  private CompletionStage<Void> countIds(
      Set<EventPartition> partitions,
      EventTime from,
      RecountScope scope,
      long ids,
      RecountedRows recounted) {
    held.grow((int) Math.min(ids, MOST_IDS) + PAGES - held.rows());
    // Id parts are not equally large, so a tenth of the rows is kept free for larger id parts.
    int atOnce = Math.max(1, (held.rows() - PAGES) / 10 * 9);
    int parts = (int) ((ids + atOnce - 1) / atOnce);
    return BoundedConcurrency.forEach(
        1,
        IntStream.range(0, parts).boxed().toList(),
        part -> countPart(partitions, from, scope, part, parts, recounted));
  }

  private CompletionStage<Void> countPart(
      Set<EventPartition> partitions,
      EventTime from,
      RecountScope scope,
      int part,
      int parts,
      RecountedRows recounted) {
    List<IdRow> some = new ArrayList<>();
    int[] most = {held.rows() - PAGES};
    Recounted how =
        new Recounted(
            scope.retained(), scope.passed(), recounted.resets(), turn::mustBeWanted, recounted);
    return rows.read(
            partitions,
            from,
            scope.until(),
            (partition, at, delta, coalesced, id, window, minute, series) -> {
              if (id != null && idParts.partOf(Subject.of(id, window), parts) == part) {
                most[0] += some.size() < most[0] ? 0 : more();
                some.add(new IdRow(at, delta, coalesced, id, window, minute, series));
              }
            })
        .thenCompose(read -> rules.recount(page, scope.page(), counter.whole(), some, how));
  }

  /** Takes more rows for an id part, which is large if it has an id that was sent very often. */
  private int more() {
    int more = held.grow(EventLog.PAGE_ROWS);
    if (more == 0) {
      throw StoreUnavailable.busy(
          "This instance cannot hold the rows of that many ids at present.");
    }
    return more;
  }

  private RecountReport report(
      RecountScope scope,
      boolean complete,
      RecountedRows recounted,
      Map<Granularity, WindowComparison> compared) {
    RowTally total = new RowTally(scope.counter().total());
    BigInteger ofRows = BigInteger.ZERO;
    BigInteger ofTotal = BigInteger.ZERO;
    long checked = 0;
    for (Map.Entry<Granularity, WindowComparison> one : compared.entrySet()) {
      WindowComparison windows = one.getValue();
      ofRows = ofRows.add(windows.difference());
      if (keep.isAll(one.getKey())) {
        ofTotal = ofTotal.max(total.difference(windows.sum()));
      }
      checked += windows.checked();
    }
    WindowComparison minutes = Objects.requireNonNull(compared.get(Granularity.MINUTE));
    return new RecountReport(
        complete ? scope.counter().total().count() : minutes.settled().count(),
        complete ? recounted.total() : minutes.recounted().count(),
        ofRows.max(ofTotal),
        checked,
        complete);
  }
}
