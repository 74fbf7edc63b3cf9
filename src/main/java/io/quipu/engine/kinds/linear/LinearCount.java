package io.quipu.engine.kinds.linear;

import io.quipu.engine.input.JsonText;
import io.quipu.engine.kind.answer.Allowance;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.query.Count;
import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.EventTime;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * The answer for a linear counter. All events of the counter are settled, so the tail is empty.
 *
 * @param count in the present period, if the namespace has periods
 * @param bounds of the namespace
 * @param resets the end of the present period; null if there are none
 */
record LinearCount(
    CounterName counter, LinearState state, long count, Bounds bounds, @Nullable EventTime resets)
    implements Answer {
  /**
   * The answer at a time.
   *
   * @param wall the time now; the last event may be later, if its instance has another clock
   */
  static LinearCount at(
      EventTime wall,
      CounterName counter,
      LinearState state,
      Bounds bounds,
      @Nullable CountingPeriod period) {
    if (period == null) {
      return new LinearCount(counter, state, state.count(), bounds, null);
    }
    EventTime now = EventTime.max(wall, state.last());
    return new LinearCount(counter, state, period.countAt(now, state), bounds, period.endOf(now));
  }

  @Override
  public void writeParts(JsonText json) {
    EventTime until = state.version() == 0 ? EventTime.MIN : state.last().plusTicks(1);
    new Count(counter, Tally.of(count, state.eventsSince()), until, Tally.ZERO).writeParts(json);
    if (bounds.min() != Long.MIN_VALUE) {
      json.field("min", bounds.min());
    }
    if (bounds.max() != Long.MAX_VALUE) {
      json.field("max", bounds.max());
    }
    Allowance allowance = allowance();
    if (allowance != null) {
      allowance.write(json);
    }
  }

  @Override
  public @Nullable Allowance allowance() {
    return resets == null ? null : bounds.allowance(count, resets);
  }

  @Override
  public BigInteger wholeNumber() {
    return BigInteger.valueOf(count);
  }

  @Override
  public Tally listed() {
    return Tally.of(count, state.eventsSince());
  }

  @Override
  public Number number() {
    return count;
  }

  @Override
  public boolean isEmpty() {
    return state.eventsSince() == 0;
  }

  @Override
  public String version() {
    String version = Long.toString(state.version());
    String bounded =
        bounds.equals(Bounds.NONE) ? version : version + "-" + bounds.min() + "-" + bounds.max();
    // a change of the period may change the count, too, and leave the end of the period
    return resets == null ? bounded : bounded + "-" + resets.epochSecond() + "-" + count;
  }
}
