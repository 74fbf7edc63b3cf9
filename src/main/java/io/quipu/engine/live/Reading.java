package io.quipu.engine.live;

import io.quipu.engine.kind.Answer;
import io.quipu.engine.model.CounterName;
import java.time.Instant;

/**
 * The answer of one read of a counter.
 *
 * @param version orders the readings of a counter in a process: a read with a larger version began
 *     after every read with a smaller version had ended
 * @param asOf the time of the wall clock when the read began
 */
public record Reading(long version, Answer answer, Instant asOf) {
  public CounterName counter() {
    return answer.counter();
  }
}
