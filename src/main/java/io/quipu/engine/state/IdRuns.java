package io.quipu.engine.state;

import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The runs of settled ids that a page has. Every counted id that is remembered is in exactly one
 * live run, or was counted by the last step and is pending, too.
 *
 * @param live the runs in which ids are looked up, in order
 * @param merges the merges that were begun, at most one for a run
 * @param gone the runs that no later header needs, in order: they are deleted, then left out
 */
public record IdRuns(List<IdRun> live, List<IdMerge> merges, List<IdRun> gone) {
  /** The runs of a page without settled ids. */
  public static final IdRuns NONE = new IdRuns(List.of(), List.of(), List.of());

  public IdRuns {
    live = live.stream().sorted().toList();
    merges = List.copyOf(merges);
    gone = gone.stream().sorted().toList();
  }

  /** Adds the ids that a step counted. Ids of other rules are in no run. */
  public IdRuns counted(long step, Collection<CountedId> ids, IdBounds bounds) {
    Map<RunPeriod, Integer> byPeriod = new TreeMap<>();
    for (CountedId id : ids) {
      if (id.window() > DeduplicationWindow.OTHER_RULES) {
        byPeriod.merge(RunPeriod.of(id), 1, Integer::sum);
      }
    }
    if (byPeriod.isEmpty()) {
      return this;
    }
    List<IdRun> next = new ArrayList<>(live);
    byPeriod.forEach((period, count) -> next.add(IdRun.ofStep(period, step, count, bounds)));
    return new IdRuns(next, merges, gone);
  }

  /** The run with the ids that a step counted in a period. */
  public IdRun ofStep(RunPeriod period, long step) {
    return live.stream()
        .filter(run -> run.isOfStep(step) && run.period().equals(period))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("step " + step + " has no run " + period));
  }

  /** Begins a merge. */
  public IdRuns begun(IdMerge merge) {
    List<IdMerge> next = new ArrayList<>(merges);
    next.add(merge);
    return new IdRuns(live, next, gone);
  }

  /** Ends a merge whose run is durable: the run takes the place of the runs that were merged. */
  public IdRuns ended(IdMerge merge) {
    List<IdRun> nextLive = new ArrayList<>(without(live, merge::takes));
    nextLive.add(merge.into());
    List<IdRun> nextGone = new ArrayList<>(gone);
    live.stream().filter(merge::takes).forEach(nextGone::add);
    return new IdRuns(nextLive, without(merges, merge::equals), nextGone);
  }

  /** Moves the runs whose ids nobody remembers at {@code until} to those that are gone. */
  public IdRuns forgotten(EventTime until) {
    Predicate<IdRun> over = run -> !run.period().forgotten().isAfter(until);
    if (live.stream().noneMatch(over)) {
      return this;
    }
    List<IdRun> nextGone = new ArrayList<>(gone);
    live.stream().filter(over).forEach(nextGone::add);
    merges.stream().map(IdMerge::into).filter(over).forEach(nextGone::add);
    return new IdRuns(
        without(live, over), without(merges, merge -> over.test(merge.into())), nextGone);
  }

  /** Leaves out runs that were deleted. */
  public IdRuns deleted(Collection<IdRun> some) {
    return some.isEmpty() ? this : new IdRuns(live, merges, without(gone, some::contains));
  }

  /** The runs that may have an id that a row repeats. Equal for all times of one second. */
  public List<IdRun> before(EventTime at, int window) {
    return live.stream().filter(run -> run.period().mayCover(at, window)).toList();
  }

  /** All runs that may have stored rows. */
  public Stream<IdRun> all() {
    return Stream.of(live.stream(), merges.stream().map(IdMerge::into), gone.stream())
        .flatMap(some -> some);
  }

  /** The number of ids in the live runs. */
  public long ids() {
    return live.stream().mapToLong(IdRun::ids).sum();
  }

  private static <T> List<T> without(List<T> all, Predicate<T> some) {
    return all.stream().filter(some.negate()).toList();
  }
}
