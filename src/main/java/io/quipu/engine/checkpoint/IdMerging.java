package io.quipu.engine.checkpoint;

import io.quipu.engine.state.IdBounds;
import io.quipu.engine.state.IdMerge;
import io.quipu.engine.state.IdRun;
import io.quipu.engine.state.IdRuns;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.RunPeriod;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.AsyncSemaphore;
import io.quipu.engine.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The merges of the runs of one page, one at a time. A step names a merge. The merge then writes
 * its run while the page takes further steps, and a later step puts the run in the place of those
 * that were merged. So an id is written once for each level, and a lookup finds few runs. Confined
 * to one context.
 *
 * <p>Invariant: only a step that was applied begins or ends a merge, and a merge ends after all of
 * its rows are durable. A merge has exactly the ids of its runs, because all of them were durable
 * when the merge was named, and they change no more.
 */
final class IdMerging {
  private static final Logger log = LoggerFactory.getLogger(IdMerging.class);

  private static final Duration REST = Duration.ofSeconds(5);

  /** The number of runs of a page that only grows so large if merges fail, or are too slow. */
  private static final int MANY_RUNS = 500;

  private static final Duration TOLD_AGAIN = Duration.ofMinutes(10);

  private final int page;
  private final PageSettler.Dependencies shared;
  private final Clock clock;
  private final IdBounds bounds;
  private @Nullable RunMerge running;
  private @Nullable IdMerge durable;
  private boolean failed;
  private long failedAt;
  private boolean told;
  private long toldAt;

  /** Limits the number of pages of a process that merge at once. */
  static AsyncSemaphore turns() {
    return new AsyncSemaphore(2);
  }

  IdMerging(int page, PageSettler.Dependencies shared) {
    this.page = page;
    this.shared = shared;
    this.clock = shared.site().clock();
    this.bounds = shared.bounds().ids();
  }

  /** The runs for the next header: a merge that is durable ends, and the next merge begins. */
  IdRuns next(PageHeader before) {
    IdRuns next = before.ids();
    IdMerge done = durable;
    if (done != null && next.merges().contains(done)) {
      next = next.ended(done);
    }
    if (next.merges().isEmpty()) {
      IdMerge due = due(next, before);
      next = due == null ? next : next.begun(due);
    }
    return next;
  }

  /** The merge of the most runs of one level, or of all runs of a period that is over. */
  private @Nullable IdMerge due(IdRuns runs, PageHeader header) {
    List<IdRun> most = List.of();
    for (List<IdRun> some : candidates(runs.live(), header)) {
      if (some.size() > most.size()) {
        most = some;
      }
    }
    if (most.isEmpty()) {
      return null;
    }
    int level = most.stream().mapToInt(IdRun::level).max().orElseThrow() + 1;
    int ids = most.stream().mapToInt(IdRun::ids).sum();
    RunPeriod period = most.get(0).period();
    return new IdMerge(
        IdRun.ofMerge(period, header.step() + 1, level, ids, bounds),
        most.stream().map(IdRun::number).toList());
  }

  private List<List<IdRun>> candidates(List<IdRun> live, PageHeader header) {
    Map<RunPeriod, Map<Integer, List<IdRun>>> byLevel = new TreeMap<>();
    for (IdRun run : live) {
      boolean isOver = !run.period().end().isAfter(header.until());
      byLevel
          .computeIfAbsent(run.period(), any -> new TreeMap<>())
          .computeIfAbsent(isOver ? 0 : run.level(), any -> new ArrayList<>())
          .add(run);
    }
    List<List<IdRun>> found = new ArrayList<>();
    byLevel.forEach(
        (period, levels) -> {
          int least = period.end().isAfter(header.until()) ? bounds.runs() : 2;
          levels.values().stream()
              .map(IdMerging::bounded)
              .filter(some -> some.size() >= least)
              .forEach(found::add);
        });
    return found;
  }

  /** The smallest of some runs, as many as one merge may take. */
  private static List<IdRun> bounded(Collection<IdRun> runs) {
    List<IdRun> some = new ArrayList<>();
    long ids = 0;
    for (IdRun run : runs.stream().sorted((a, b) -> Integer.compare(a.ids(), b.ids())).toList()) {
      ids += run.ids();
      if (some.size() < IdBounds.MOST_RUNS && ids <= IdBounds.MOST_IDS) {
        some.add(run);
      }
    }
    return some;
  }

  /** Goes on with the merge that an applied header names, if it is not written already. */
  void passed(PageHeader header) {
    tell(header.ids().live().size());
    List<IdMerge> merges = header.ids().merges();
    IdMerge named = merges.isEmpty() ? null : merges.get(0);
    if (named == null || named.equals(durable)) {
      return;
    }
    durable = null;
    boolean rests = failed && clock.monotonicNanos() - failedAt < REST.toNanos();
    if (running == null && !rests) {
      List<IdRun> from = header.ids().live().stream().filter(named::takes).toList();
      RunMerge merge = new RunMerge(page, named.into(), from, shared.site().stores());
      running = merge;
      shared
          .merges()
          .run(merge::write)
          .whenComplete((done, failure) -> ended(merge, named, failure));
    }
  }

  /** Tells the operator of runs that are not merged: each makes steps and lookups dearer. */
  private void tell(int runs) {
    long now = clock.monotonicNanos();
    if (runs >= MANY_RUNS && (!told || now - toldAt >= TOLD_AGAIN.toNanos())) {
      told = true;
      toldAt = now;
      log.warn(
          "Page {} has {} runs of settled ids that are not merged. Is Cassandra overloaded?",
          page,
          runs);
    }
  }

  private void ended(RunMerge merge, IdMerge named, @Nullable Throwable failure) {
    if (running != merge) {
      return;
    }
    running = null;
    failed = failure != null;
    if (failure == null) {
      durable = named;
      return;
    }
    failedAt = clock.monotonicNanos();
    if (StoreUnavailable.caused(failure)) {
      log.debug("Settled ids of page {} are not merged for now: {}", page, failure.getMessage());
    } else {
      log.error("Settled ids of page {} cannot be merged, after a defect", page, failure);
    }
  }

  /** Forgets the merges of the page. A merge that is being written ends after its piece. */
  void forget() {
    if (running != null) {
      running.stop();
    }
    running = null;
    durable = null;
    failed = false;
  }
}
