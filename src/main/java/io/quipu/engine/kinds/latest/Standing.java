package io.quipu.engine.kinds.latest;

import io.quipu.engine.checkpoint.dedup.IdRow;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.windows.EventTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The values of actors that stand while rows of one counter are decided in event order. Confined to
 * one context.
 *
 * <p>A reset takes away what stands: a later value adds all of itself. The versions stay used.
 */
final class Standing {
  private final NavigableSet<EventTime> resets;
  private final Map<String, Since> values = new HashMap<>();

  private record Since(StatedValue value, EventTime at) {}

  /**
   * @param resets those that may lie between two of the values
   */
  Standing(Collection<EventTime> resets) {
    this.resets = new TreeSet<>(resets);
  }

  /** Tells whether an actor has a value here. */
  boolean has(String actor) {
    return values.containsKey(actor);
  }

  /** Takes a value that stands since a row. */
  void take(CountedId fact) {
    StatedValue value = StatedValue.of(fact);
    values.put(value.actor(), new Since(value, EventTime.of(fact.at())));
  }

  /**
   * Decides a row that is after all values here.
   *
   * @return the amount that the row adds; null if its value does not stand
   */
  @Nullable Long adds(IdRow row) {
    StatedValue stated = StatedValue.of(row);
    EventTime at = EventTime.of(row.at());
    Since before = values.get(stated.actor());
    Long adds;
    if (before == null) {
      adds = stated.value();
    } else if (isReset(before.at, at)) {
      adds = stated.standsAfterResetOf(before.value) ? stated.value() : null;
    } else {
      adds = stated.standsAfter(before.value) ? stated.value() - before.value.value() : null;
    }
    if (adds != null) {
      values.put(stated.actor(), new Since(stated, at));
    }
    return adds;
  }

  /** Tells whether a reset lies between two rows. A row of the same tick lies after a reset. */
  private boolean isReset(EventTime from, EventTime to) {
    EventTime next = resets.higher(from);
    return next != null && !next.isAfter(to);
  }
}
