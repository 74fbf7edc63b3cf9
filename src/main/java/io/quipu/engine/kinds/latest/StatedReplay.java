package io.quipu.engine.kinds.latest;

import io.quipu.engine.checkpoint.dedup.IdRow;
import io.quipu.engine.checkpoint.dedup.RowRule.Recounted;
import io.quipu.engine.model.CountedId;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Limits;
import io.quipu.engine.store.SettledIds.CounterId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides again what settled rows add, where earlier ones are gone. Used once; confined to one
 * context.
 *
 * <p>Each step leaves the last value of an actor that stood in it. So where none has stood since
 * the first retained row, the actor's rows add nothing; and what they add is known after the first
 * that is known to have stood. What that one was added to may have stood in the same step, and
 * before the retained rows: nobody knows it any more.
 */
final class StatedReplay {
  private final Recounted recounted;
  private final Map<CounterId, CountedId> first = new HashMap<>();

  StatedReplay(Recounted recounted) {
    this.recounted = recounted;
  }

  /** Takes a value that stood; twice does no harm. */
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
   * Decides all retained rows of some actors, once, when all values were taken.
   *
   * @param rows in any order; sorted in place
   */
  void decide(CounterName counter, List<IdRow> rows) {
    rows.sort(IdRow.ORDER);
    Map<String, StatedValue> standing = new HashMap<>();
    for (IdRow row : rows) {
      StatedValue stated = StatedValue.of(row);
      CountedId known = first.get(new CounterId(counter, stated.actor()));
      if (known != null && row.at().timestamp() <= known.at().timestamp()) {
        undecided(row, stated);
        if (row.at().equals(known.at())) {
          standing.put(stated.actor(), stated);
        }
      } else {
        decide(row, stated, standing);
      }
    }
  }

  private void decide(IdRow row, StatedValue stated, Map<String, StatedValue> standing) {
    StatedValue before = standing.get(stated.actor());
    long adds = 0;
    if (before != null && stated.standsAfter(before)) {
      adds = stated.value() - before.value();
      standing.put(stated.actor(), stated);
    }
    recounted.sink().counts(new IdRow(row.at(), adds, row.id(), row.window()));
  }

  /** Adds nothing, or its value less whatever may have stood before. */
  private void undecided(IdRow row, StatedValue stated) {
    recounted
        .sink()
        .undecided(
            row,
            Math.min(0, stated.value() - Limits.DELTA),
            Math.max(0, stated.value() + Limits.DELTA));
  }
}
