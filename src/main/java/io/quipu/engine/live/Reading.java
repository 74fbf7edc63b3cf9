package io.quipu.engine.live;

import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.names.CounterName;
import java.time.Instant;

/**
 * The answer of one read of a counter.
 *
 * @param version a number that orders the readings of one counter in one process. A read with a
 *     larger version began after all reads with a smaller version had ended
 * @param asOf the time of the wall clock when the read began
 */
public record Reading(long version, Answer answer, Instant asOf) {
  public CounterName counter() {
    return answer.counter();
  }
}
