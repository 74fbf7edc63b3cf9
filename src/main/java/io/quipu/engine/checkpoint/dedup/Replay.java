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
 * Decides again which settled rows with ids count, for a comparison with the settled counts.
 * Confined to one context.
 *
 * <p>An unacknowledged row may appear after the page has passed its time. Such a late row may lie
 * before the counted row of its id. The settled ids tell which row was counted. The late row does
 * not count here, because settling did not count it.
 *
 * <p>Some settled ids may be gone. Where earlier rows were collected, a counted row may have lost
 * its settled id: ids are deleted after the page has passed the end of their window. A row that a
 * lost or undecided row may cover counts if its own settled id is found. If the id is not found but
 * cannot be deleted yet, the row does not count. Otherwise the row is undecided.
 */
public final class Replay {
  private final Map<String, List<CountedId>> counted = new HashMap<>();
  private final Map<String, CountedRow> last = new HashMap<>();
  private final Map<String, List<CountedRow>> undecided = new HashMap<>();
  private final EventTime retained;
  private final EventTime passed;

  /** Receives the decisions, except for rows that do not count. */
  public interface Sink {
    void counts(IdRow row);

    /**
     * Takes a row that may or may not count.
     *
     * @param least the least that the row may add, not above 0
     * @param most the most that the row may add, not below 0
     */
    void undecided(IdRow row, long least, long most);
  }

  /**
   * @param retained from here on all rows are there; earlier counted rows are known only by settled
   *     ids. {@link EventTime#MIN} if there are no earlier rows
   * @param passed no page had passed this time when the last settled id was looked up: ids that are
   *     remembered at this time are not deleted
   */
  public Replay(EventTime retained, EventTime passed) {
    this.retained = retained;
    this.passed = passed;
  }

  /** Takes a counted row below the page's {@code until}. Taking a row twice does no harm. */
  public void take(CountedId id) {
    counted.computeIfAbsent(id.id(), any -> new ArrayList<>(1)).add(id);
    if (EventTime.of(id.at()).isBefore(retained)) {
      last.merge(id.id(), CountedRow.of(id), CountedRow::and);
    }
  }

  /**
   * Decides all retained rows of the ids. To be called once, after the last counted row.
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

  /** Tells whether an unknown row before {@code retained}, of any window, may cover this row. */
  private boolean mayBeCoveredByForgotten(IdRow row) {
    CountedRow before = last.get(row.id());
    boolean allRetained =
        retained.equals(EventTime.MIN)
            || (before != null && before.isCounted(retained, row.window()));
    return !allRetained
        && DeduplicationWindow.covers(row.window(), retained, EventTime.of(row.at()));
  }

  /** Tells whether the settled id of this row, if the row had one, may be deleted by now. */
  private boolean mayBeForgotten(IdRow row) {
    return !IdPartition.forgotten(row.window(), EventTime.of(row.at())).isAfter(passed);
  }

  /** Tells whether this row was not counted, although it covers a later row that was counted. */
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
