package io.quipu.client;

import java.util.concurrent.CompletionStage;

/** The values that counters are followed by: their counts, or their sketches. */
interface Followable<T> {
  /** Counts, of all kinds but {@code sketch}. */
  Followable<Count> COUNTS = new FollowableCounts();

  /** Sketches. */
  Followable<CounterSketch> SKETCHES = new FollowableSketches();

  /**
   * Reads a message.
   *
   * @throws QuipuException if it is about the other kind, or makes no sense
   */
  T read(JsonObject message);

  /** The counter of a value. */
  CounterRef counter(T value);

  /** Tells whether a message is older than what was told before it. */
  boolean isOlder(T message, T last);

  /** Asks the service for the present value of a counter. */
  CompletionStage<T> now(Reads reads, CounterRef counter);
}
