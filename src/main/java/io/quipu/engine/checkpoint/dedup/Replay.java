package io.quipu.engine.checkpoint.dedup;

import io.quipu.engine.model.CountedId;
import io.quipu.engine.model.DeduplicationWindow;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.IdPartition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides again which settled rows with ids count, to be held against what was counted. Confined to
 * one context.
 *
 * <p>It knows one thing that settling could not: a row that nobody acknowledged may have appeared
 * after the page had passed it, and stand before the row that was counted. Settled ids say which
 * was. It is left out, as it was then.
 *
 * <p>And it may not know any more what settling knew: where earlier rows were collected, the
 * settled id of the one that was counted may have been deleted, once the page had passed the end of
 * its window. A row that such a one may cover counts if it is itself a settled id, and does not if
 * it would be one still. Nobody knows of the others.
 */
public final class Replay {
  private final Map<String, List<CountedId>> counted = new HashMap<>();
  private final Map<String, CountedRow> last = new HashMap<>();
  private final Map<String, List<CountedRow>> undecided = new HashMap<>();
  private final EventTime retained;
  private final EventTime passed;

  /** Receives what became of rows; of those that do not count it hears nothing. */
  public interface Sink {
    void counts(IdRow row);

    /**
     * Leaves open how much the row adds.
     *
     * @param least at the least, not above 0
     * @param most at the most, not below 0
     */
    void undecided(IdRow row, long least, long most);
  }

  /**
   * @param retained from here on all rows are there; what was counted before is taken from settled
   *     ids. {@link EventTime#MIN} if there was nothing before
   * @param passed no page had passed this when the last settled id was looked up: ids that are
   *     remembered there are not deleted
   */
  public Replay(EventTime retained, EventTime passed) {
    this.retained = retained;
    this.passed = passed;
  }

  /** Takes a counted row of one of the ids, below the page's {@code until}; twice does no harm. */
  public void take(CountedId id) {
    counted.computeIfAbsent(id.id(), any -> new ArrayList<>(1)).add(id);
    if (EventTime.of(id.at()).isBefore(retained)) {
      last.merge(id.id(), CountedRow.of(id), CountedRow::and);
    }
  }

  /**
   * Decides all retained rows of the ids, once, when all counted rows were taken.
   *
   * @param rows in any order; sorted in place
   */
  public void decide(List<IdRow> rows, Sink sink) {
    rows.sort(IdRow.ORDER);
    for (IdRow row : rows) {
      if (!cameLate(row) && !isCovered(row)) {
        decide(row, sink);
      }
    }
  }

  private boolean isCovered(IdRow row) {
    CountedRow before = last.get(row.id());
    return before != null && before.covering(row) != null;
  }

  private void decide(IdRow row, Sink sink) {
    if (isSettled(row) || !mayBeCovered(row)) {
      CountedRow counts = CountedRow.of(row);
      last.merge(row.id(), counts, CountedRow::and);
      undecided
          .getOrDefault(row.id(), new ArrayList<>())
          .removeIf(before -> counts.isCounted(before.at(), before.window()));
      sink.counts(row);
    } else if (mayBeForgotten(row)) {
      undecided.computeIfAbsent(row.id(), id -> new ArrayList<>(1)).add(CountedRow.of(row));
      sink.undecided(row, Math.min(0, row.delta()), Math.max(0, row.delta()));
    }
  }

  private boolean isSettled(IdRow row) {
    return counted.getOrDefault(row.id(), List.of()).stream()
        .anyMatch(id -> id.at().equals(row.at()));
  }

  private boolean mayBeCovered(IdRow row) {
    return mayBeCoveredByForgotten(row)
        || undecided.getOrDefault(row.id(), List.of()).stream()
            .anyMatch(before -> before.covers(row));
  }

  /** By one before the retained rows, with whatever window. */
  private boolean mayBeCoveredByForgotten(IdRow row) {
    CountedRow before = last.get(row.id());
    boolean allRetained =
        retained.equals(EventTime.MIN)
            || (before != null && before.isCounted(retained, row.window()));
    return !allRetained
        && DeduplicationWindow.covers(row.window(), retained, EventTime.of(row.at()));
  }

  /** Tells whether the settled id of this row, if there was one, may be deleted. */
  private boolean mayBeForgotten(IdRow row) {
    return !IdPartition.forgotten(row.window(), EventTime.of(row.at())).isAfter(passed);
  }

  /** Not counted, although a later row that it would have covered was. */
  private boolean cameLate(IdRow row) {
    boolean covered = false;
    CountedRow mine = CountedRow.of(row);
    for (CountedId id : counted.getOrDefault(row.id(), List.of())) {
      if (id.at().equals(row.at())) {
        return false;
      }
      covered |=
          !EventTime.of(id.at()).isBefore(mine.at())
              && mine.covers(new IdRow(id.at(), id.delta(), id.id(), id.window()));
    }
    return covered;
  }
}
