package io.quipu.live;

import io.quipu.counter.Count;
import io.quipu.counter.CounterName;
import java.time.Instant;

/**
 * A count as one read saw it.
 *
 * @param version orders the readings of a counter in a process: of two, the one with the larger
 *     version began after the other had ended
 * @param asOf what the wall clock claimed when the read began
 */
public record Reading(long version, Count count, Instant asOf) {
  public CounterName counter() {
    return count.counter();
  }
}
