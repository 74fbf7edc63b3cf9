package io.quipu.client;

import java.math.BigInteger;
import java.util.concurrent.CompletionStage;

/** The values that counters are followed by: their counts, their sketches, or their series. */
interface Followable<T> {
  /**
   * Reads a message.
   *
   * @throws QuipuException if it is about another kind, or makes no sense
   */
  T read(JsonObject message);

  /** The counter of a value. */
  CounterRef counter(T value);

  /** How many events a value is of. They only grow, whatever the deltas are, but for a reset. */
  BigInteger events(T value);

  /**
   * Tells whether a message is older than what was told before it. Unless something else shows that
   * there was a reset, that looks so, too, and is told when it is read.
   */
  default boolean isOlder(T message, T last) {
    return events(message).compareTo(events(last)) < 0;
  }

  /** Asks the service for the present value of a counter. */
  CompletionStage<T> now(Reads reads, CounterRef counter);
}
