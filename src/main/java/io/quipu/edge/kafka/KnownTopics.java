package io.quipu.edge.kafka;

import io.quipu.engine.store.FirstTopics;
import io.quipu.engine.store.TopicIdentity;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;

/** The first topic of each name. Keeps each answer of the store. Confined to one thread. */
final class KnownTopics {
  private final FirstTopics first;
  private final Duration patience;
  private final Map<String, TopicIdentity> known = new HashMap<>();

  KnownTopics(FirstTopics first, Duration patience) {
    this.first = first;
    this.patience = patience;
  }

  /**
   * The first topic of a name. The given topic becomes the first if the store has none. Blocks
   * unless the store has answered for this name before.
   *
   * @throws KafkaException if the store fails, or does not answer in time
   */
  TopicIdentity first(String name, TopicIdentity own) {
    return known.computeIfAbsent(name, unknown -> claim(unknown, own));
  }

  private TopicIdentity claim(String name, TopicIdentity own) {
    try {
      return first
          .claim(name, own)
          .toCompletableFuture()
          .get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new KafkaException(
          "It could not be found out whether topic " + name + " is the one that was counted", e);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }
}
