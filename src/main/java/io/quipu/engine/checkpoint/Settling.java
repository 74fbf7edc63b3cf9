package io.quipu.engine.checkpoint;

import io.quipu.engine.checkpoint.collect.Collector;
import io.quipu.engine.checkpoint.collect.DeletionSources;
import io.quipu.engine.checkpoint.collect.Erasing;
import io.quipu.engine.checkpoint.collect.FailureReport;
import io.quipu.engine.checkpoint.collect.WindowCollection;
import io.quipu.engine.checkpoint.dedup.Deduplication;
import io.quipu.engine.checkpoint.dedup.RowRule;
import io.quipu.engine.checkpoint.dedup.RowRules;
import io.quipu.engine.names.Layout;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.store.Site;
import io.quipu.engine.time.AsyncSemaphore;
import io.quipu.engine.time.Periodic;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterView;
import io.quipu.ops.trace.Span;
import io.quipu.ops.trace.Tracing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The settling and the collection of one process. Each part has a loop that settles its pages, one
 * more loop collects for all parts, and two erase what was deleted. No page is settled before the
 * first view of the group. Confined to the scheduler's context.
 */
public final class Settling {
  /** The maximum number of pages that are settled at once, even if there are more parts. */
  private static final int MOST_PAGES_AT_ONCE = 16;

  /** The number of pages that may be settled at once even if there are fewer parts. */
  private static final int FEW_PAGES_AT_ONCE = 4;

  /** The maximum number of counter states that are remembered, of all pages together. */
  private static final int MOST_REMEMBERED = 100_000;

  private final Layout layout;
  private final CheckpointMeters meters;
  private final Tracing tracing;
  private final PageSettler.Dependencies shared;
  private final AsyncSemaphore turns;
  private final List<PartSettling> parts = new ArrayList<>();
  private final List<Periodic> loops = new ArrayList<>();
  private final Collector collector;
  private final WindowCollection windows;
  private final FailureReport collection = new FailureReport("Collection");
  private Set<Integer> own = Set.of();
  private @Nullable WriterView view;
  private int failing;

  /**
   * The pace of settling.
   *
   * @param period the pause between two rounds of a loop
   * @param bounds bounds of a step of a page
   */
  public record Pace(Duration period, StepBounds bounds) {
    /** A pace with the usual bounds. */
    public Pace(Duration period) {
      this(period, StepBounds.USUAL);
    }
  }

  /**
   * @param kinds rules of the kinds of counters whose rows are not deduplicated by their ids
   * @param rows the rows that settling may hold in this process
   * @param pace the pause between two rounds, and the bounds of a step
   * @param passed notified of a page and the time up to which the page is certainly settled
   */
  public Settling(
      Site site,
      List<RowRule> kinds,
      RowShare rows,
      Pace pace,
      DeletionSources deletions,
      BiConsumer<Integer, EventTime> passed,
      SettlingReports reports) {
    this.layout = site.layout();
    this.meters = reports.meters();
    this.tracing = reports.tracing();
    CounterStores stores = site.stores();
    Scheduler scheduler = site.scheduler();
    this.turns = new AsyncSemaphore(pagesAtOnce(layout));
    RowShare.Taker taker = rows.on(scheduler);
    RowRules rules = new RowRules(new Deduplication(layout, stores), kinds);
    this.shared =
        new PageSettler.Dependencies(
            site,
            rules,
            statesOfPage(layout, taker),
            taker,
            // Half of the share is enough for all pages to begin; the other half is for growth.
            Math.max(2, Math.min(StepRows.MOST_ROWS, taker.rows() / 2 / MOST_PAGES_AT_ONCE)),
            pace.bounds(),
            IdMerging.turns(),
            (page, until) -> {
              rules.passed(page, until);
              passed.accept(page, until);
            },
            meters);
    for (int part = 0; part < layout.parts(); part++) {
      int number = part;
      PartSettling pages =
          new PartSettling(
              stores.directory(), part, this::page, site.clock(), () -> turned(number));
      parts.add(pages);
      loops.add(new Periodic(scheduler, pace.period(), () -> look(number)));
    }
    this.collector = new Collector(layout, stores, site.clock(), reports.collection());
    this.windows =
        new WindowCollection(
            layout,
            stores.pages(),
            stores.windows(),
            deletions.ending(),
            site.clock(),
            reports.collection());
    loops.add(new Periodic(scheduler, pace.period(), this::collect));
    if (deletions.erased() != null) {
      loops.addAll(
          new Erasing(site, deletions.erased(), this::ended, () -> own, reports.collection())
              .loops());
    }
  }

  /**
   * The maximum number of pages that are settled at once: one for each part, within limits. By
   * default there are at least four parts for each node. With more pages at once, all pages would
   * take a step at the moment a bucket ends, and reads would wait for these steps.
   */
  private static int pagesAtOnce(Layout layout) {
    return Math.min(MOST_PAGES_AT_ONCE, Math.max(FEW_PAGES_AT_ONCE, layout.parts()));
  }

  /** The number of states that each page may remember. A state is about as large as a held row. */
  private static int statesOfPage(Layout layout, RowShare.Taker rows) {
    return Math.max(1, Math.min(MOST_REMEMBERED, rows.rows()) / layout.pages());
  }

  private PageTurns page(int page) {
    return new PageTurns(page, shared, turns, () -> turnOf(page));
  }

  private Span turnOf(int page) {
    return tracing.root("settle").with("quipu.page", page).with("quipu.part", layout.part(page));
  }

  /** Starts all loops. */
  public void start() {
    loops.forEach(Periodic::start);
  }

  /** Stops all loops. No round starts any more; running rounds end by themselves. */
  public void stop() {
    loops.forEach(Periodic::stop);
  }

  /** Takes in a view of the group. Each round uses the latest view. */
  public void onView(WriterView latest) {
    WriterView before = view;
    view = latest;
    if (before == null
        || !latest.self().equals(before.self())
        || !latest.settlers().equals(before.settlers())) {
      share(latest);
    }
    for (int part = 0; part < parts.size(); part++) {
      if (parts.get(part).isWanted(latest.horizon())) {
        loops.get(part).hasten();
      }
    }
  }

  private void share(WriterView latest) {
    own = PageOwnership.of(layout.pages(), latest.self(), latest.settlers());
    meters.pages(own.size());
    for (int part = 0; part < parts.size(); part++) {
      int number = part;
      parts.get(part).own(own.stream().filter(page -> layout.part(page) == number).toList());
    }
  }

  /**
   * Has a page settled as soon as the horizon is past {@code past}. Ignores pages of other
   * settlers.
   */
  public void hasten(int page, EventTime past) {
    int part = layout.part(page);
    PageTurns turnsOfPage = parts.get(part).page(page);
    if (turnsOfPage != null) {
      turnsOfPage.hasten(past);
      lookAgain(part);
    }
  }

  /** Starts the next look at a part now if a caller waits for rows before the horizon. */
  private void lookAgain(int part) {
    if (view != null && parts.get(part).isAwaited(view.horizon())) {
      loops.get(part).hasten();
    }
  }

  /**
   * Has a page moved past windows that have ended, even if the page has no rows. Ignores pages of
   * other settlers.
   */
  public void ended(int page) {
    PageTurns turnsOfPage = parts.get(layout.part(page)).page(page);
    if (turnsOfPage != null) {
      turnsOfPage.ended();
    }
  }

  private CompletionStage<?> look(int part) {
    WriterView latest = view;
    return latest == null
        ? CompletableFuture.completedStage(null)
        : parts
            .get(part)
            .look(latest)
            .whenComplete(
                (done, failure) -> {
                  measure(part, latest);
                  looked(failure);
                });
  }

  /** Notes that {@link PageTurns#settle} has ended for a page of a part. */
  private void turned(int part) {
    if (view != null) {
      measure(part, view);
    }
    lookAgain(part);
  }

  private void measure(int part, WriterView latest) {
    EventTime oldest = parts.get(part).unsettledFrom();
    if (oldest.equals(EventTime.MAX)) {
      meters.allSettled(part);
    } else {
      long behind = Math.max(0, latest.now().ticks() - oldest.ticks());
      meters.unsettled(part, (double) behind / EventTime.TICKS_PER_SECOND);
    }
  }

  private void looked(@Nullable Throwable failure) {
    if (failure == null) {
      failing = Math.max(0, failing - 1);
      return;
    }
    meters.failed.increment();
    if (failing == 0) {
      FailureReport.tell("Checkpoints of some counters do not advance for now, trying on", failure);
    }
    // No new warning before as many looks have succeeded as there are parts.
    failing = parts.size();
  }

  private CompletionStage<?> collect() {
    WriterView latest = view;
    return latest == null
        ? CompletableFuture.completedStage(null)
        : collector
            .round(partsOf(latest), latest.horizon())
            .thenCompose(
                done ->
                    latest.settlers().isEmpty()
                        ? CompletableFuture.completedStage(null)
                        : windows.step(own))
            .whenComplete((done, failure) -> collection.ended(failure));
  }

  /** The parts to collect: part p if this process settles page p, the first page of the part. */
  private List<Integer> partsOf(WriterView latest) {
    List<Integer> ofThis = new ArrayList<>();
    for (int part = 0; part < layout.parts(); part++) {
      if (own.contains(part)) {
        ofThis.add(part);
      }
    }
    return latest.settlers().isEmpty() ? List.of() : ofThis;
  }
}
