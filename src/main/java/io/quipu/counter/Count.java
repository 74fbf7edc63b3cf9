package io.quipu.counter;

/**
 * A count and how exact it is.
 *
 * @param settled what the checkpoint holds: final, never to change
 * @param until the settled part covers every acknowledged event before this point; {@link
 *     EventTime#MIN} when nothing has been settled yet
 * @param tail what was counted from rows at or after {@code until}
 */
public record Count(CounterName counter, Tally settled, EventTime until, Tally tail) {
  /** Settled and tail together. */
  public Tally total() {
    return settled.plus(tail);
  }
}
