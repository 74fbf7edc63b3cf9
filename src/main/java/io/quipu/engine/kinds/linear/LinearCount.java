package io.quipu.engine.kinds.linear;

import io.quipu.engine.kind.Answer;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.JsonText;
import io.quipu.engine.model.Tally;
import io.quipu.engine.query.Count;
import java.math.BigInteger;

/**
 * The answer for a linear counter. All events of the counter are settled, so the tail is empty.
 *
 * @param bounds of the namespace
 */
record LinearCount(CounterName counter, LinearState state, Bounds bounds) implements Answer {
  @Override
  public void write(JsonText json) {
    EventTime until = state.version() == 0 ? EventTime.MIN : state.last().plusTicks(1);
    new Count(counter, Tally.of(state.count(), state.events()), until, Tally.ZERO).write(json);
    if (bounds.min() != Long.MIN_VALUE) {
      json.field("min", bounds.min());
    }
    if (bounds.max() != Long.MAX_VALUE) {
      json.field("max", bounds.max());
    }
  }

  @Override
  public BigInteger wholeNumber() {
    return BigInteger.valueOf(state.count());
  }

  @Override
  public Number number() {
    return state.count();
  }

  @Override
  public boolean isEmpty() {
    return state.version() == 0;
  }

  @Override
  public String version() {
    String version = Long.toString(state.version());
    return bounds.equals(Bounds.NONE) ? version : version + "-" + bounds.min() + "-" + bounds.max();
  }
}
