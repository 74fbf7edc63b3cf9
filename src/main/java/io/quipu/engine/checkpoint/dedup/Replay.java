package io.quipu.engine.checkpoint.dedup;

import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.state.RunPeriod;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides again which settled rows with ids count, for a comparison with the settled counts.
 * Confined to one context.
 *
 * <p>An unacknowledged row may become visible after the page was settled past the time of the row.
 * Such a late row may lie before the counted row of the same id. The settled ids tell which row was
 * counted. The late row does not count here, because settling did not count it.
 *
 * <p>Some settled ids may be deleted, because ids are deleted after the page has passed the end of
 * their window. So if earlier rows were collected, a counted row may be unknown. A row that an
 * unknown or undecided row may cover counts if its own settled id is found. If its own settled id
 * is not found but cannot be deleted yet, the row does not count. Otherwise the row is undecided.
 */
public final class Replay {
  private final Map<String, List<CountedId>> counted = new HashMap<>();
  private final Map<String, CountedRow> last = new HashMap<>();
  private final Map<String, List<CountedRow>> undecided = new HashMap<>();
  private final EventTime retained;
  private final EventTime passed;

  /** Receives the rows that count and the undecided rows. */
  public interface Sink {
    void counts(IdRow row);

    /**
     * Takes a row that may or may not count.
     *
     * @param least the minimum that the row may add, not above 0
     * @param most the maximum that the row may add, not below 0
     */
    void undecided(IdRow row, long least, long most);
  }

  /**
   * @param retained the time from which on no row is deleted; {@link EventTime#MIN} if no row was
   *     deleted. Counted rows before this time are known only by settled ids
   * @param passed a time that the page had not passed when the last settled id was looked up, so
   *     that ids that are remembered at this time were not deleted
   */
  public Replay(EventTime retained, EventTime passed) {
    this.retained = retained;
    this.passed = passed;
  }

  /** Takes a counted row before the page's {@code until}. The same row may be taken twice. */
  public void take(CountedId id) {
    counted.computeIfAbsent(id.id(), any -> new ArrayList<>(1)).add(id);
    if (EventTime.of(id.at()).isBefore(retained)) {
      last.merge(id.id(), CountedRow.of(id), CountedRow::and);
    }
  }

  /**
   * Decides rows. To be called once, after the last counted row was taken.
   *
   * @param rows all retained rows of their ids, in any order; sorted in place
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

  /** Tells whether a deleted row before {@code retained}, of any window, may cover this row. */
  private boolean mayBeCoveredByForgotten(IdRow row) {
    CountedRow before = last.get(row.id());
    boolean allRetained =
        retained.equals(EventTime.MIN)
            || (before != null && before.isCounted(retained, row.window()));
    return !allRetained
        && DeduplicationWindow.covers(row.window(), retained, EventTime.of(row.at()));
  }

  /** Tells whether the settled id of this row, if there was one, may have been deleted. */
  private boolean mayBeForgotten(IdRow row) {
    return !RunPeriod.of(row.window(), EventTime.of(row.at())).forgotten().isAfter(passed);
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
              && mine.covers(new IdRow(id.at(), id.delta(), id.events(), id.id(), id.window()));
    }
    return covered;
  }
}
