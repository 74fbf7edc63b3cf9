package io.quipu.client;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Counts that are followed. Their {@code events} only grow, whatever the deltas are, but for a
 * reset: that shows as a negative tail, or in a newer checkpoint.
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
  public boolean isOlder(Count message, Count last) {
    return message.events().compareTo(last.events()) < 0
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
