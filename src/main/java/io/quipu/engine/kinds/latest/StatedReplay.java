package io.quipu.engine.kinds.latest;

import io.quipu.engine.checkpoint.dedup.IdRow;
import io.quipu.engine.checkpoint.dedup.RowRule.Recounted;
import io.quipu.engine.input.Limits;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.store.SettledIds.CounterId;
import io.quipu.engine.windows.EventTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides again how much settled rows add, after the rows before them were deleted. Used once.
 * Confined to one context.
 *
 * <p>A step that changed the standing value of an actor left one fact: the last value that stood in
 * the step. If an actor has no fact at or after {@code retained}, its retained rows add nothing. If
 * the actor has such facts, the amounts of rows after the first of these facts are known. The
 * amounts of the other rows are unknown, because the value that stood before a row may be in a
 * deleted row, or may have no fact because another value stood later in the same step.
 */
final class StatedReplay {
  private final Recounted recounted;
  private final Map<CounterId, CountedId> first = new HashMap<>();

  StatedReplay(Recounted recounted) {
    this.recounted = recounted;
  }

  /** Takes the fact that a value stood. The same fact may come twice. */
  void take(CounterId actor, CountedId fact) {
    recounted.mustBeWanted().run();
    if (!EventTime.of(fact.at()).isBefore(recounted.retained())) {
      first.merge(actor, fact, StatedReplay::earlier);
    }
  }

  private static CountedId earlier(CountedId one, CountedId other) {
    return EventTime.of(one.at()).isAfter(EventTime.of(other.at())) ? other : one;
  }

  /**
   * Decides all retained rows of some actors. Called once, after all facts were taken.
   *
   * @param rows in any order; sorted in place
   */
  void decide(CounterName counter, List<IdRow> rows) {
    rows.sort(IdRow.ORDER);
    Standing standing = new Standing(recounted.resets());
    for (IdRow row : rows) {
      StatedValue stated = StatedValue.of(row);
      CountedId known = first.get(new CounterId(counter, stated.actor()));
      if (known != null && row.at().timestamp() <= known.at().timestamp()) {
        undecided(row, stated);
        if (row.at().equals(known.at())) {
          standing.take(known);
        }
      } else {
        Long adds = standing.has(stated.actor()) ? standing.adds(row) : null;
        recounted.sink().counts(row.adding(adds == null ? 0 : adds));
      }
    }
  }

  /** Reports a range for the amount: it is 0, or the value minus an unknown earlier value. */
  private void undecided(IdRow row, StatedValue stated) {
    recounted
        .sink()
        .undecided(
            row,
            Math.min(0, stated.value() - Limits.DELTA),
            Math.max(0, stated.value() + Limits.DELTA));
  }
}
