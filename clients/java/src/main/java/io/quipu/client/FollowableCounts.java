package io.quipu.client;

import java.math.BigInteger;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Counts of all kinds but {@code sketch} that are followed. A reset shows as a negative tail, or in
 * a newer checkpoint.
 */
final class FollowableCounts implements Followable<Count> {
  @Override
  public Count read(JsonObject message) {
    return Answers.count(message);
  }

  @Override
  public CounterRef counter(Count count) {
    return new CounterRef(count.namespace(), count.counter());
  }

  @Override
  public BigInteger events(Count count) {
    return count.events();
  }

  @Override
  public boolean isOlder(Count message, Count last) {
    return Followable.super.isOlder(message, last)
        && message.tail().events().signum() >= 0
        && !isLater(message.settled().until(), last.settled().until());
  }

  private static boolean isLater(@Nullable Instant until, @Nullable Instant before) {
    return until != null && (before == null || until.isAfter(before));
  }

  @Override
  public CompletionStage<Count> now(Reads reads, CounterRef counter) {
    return reads.count(counter, Map.of());
  }
}
