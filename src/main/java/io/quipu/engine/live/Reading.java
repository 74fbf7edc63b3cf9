package io.quipu.engine.live;

import io.quipu.engine.kind.Answer;
import io.quipu.engine.model.CounterName;
import java.time.Instant;

/**
 * A counter as one read saw it.
 *
 * @param version orders the readings of a counter in a process: of two, the one with the larger
 *     version began after the other had ended
 * @param asOf what the wall clock claimed when the read began
 */
public record Reading(long version, Answer answer, Instant asOf) {
  public CounterName counter() {
    return answer.counter();
  }
}
