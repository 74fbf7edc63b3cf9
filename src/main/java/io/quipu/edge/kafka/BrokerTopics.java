package io.quipu.edge.kafka;

import io.quipu.engine.store.TopicIdentity;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Asks the brokers which topics have the given names now. Has its own client, which the first
 * question makes. Confined to one thread.
 */
final class BrokerTopics implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration CLOSE = Duration.ofSeconds(1);
  private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Map<String, Object> properties;
  private @Nullable Admin admin;
  private @Nullable Question question;
  private long asked = System.nanoTime();

  /**
   * @param properties the properties of the client
   */
  BrokerTopics(Map<String, Object> properties) {
    this.properties = properties;
  }

  /** One question to the brokers, with the answers to come. */
  private record Question(
      KafkaFuture<String> cluster, Map<String, KafkaFuture<TopicDescription>> topics) {
    boolean isAnswered() {
      return cluster.isDone() && topics.values().stream().allMatch(KafkaFuture::isDone);
    }
  }

  /**
   * Asks, and waits up to 10 s for each answer.
   *
   * @throws KafkaException if an answer is a failure or does not arrive in time
   */
  Map<String, TopicIdentity> ask(Set<String> names) {
    Question now = question(names);
    String cluster = answer(now.cluster);
    Map<String, TopicIdentity> found = new HashMap<>();
    now.topics.forEach((name, topic) -> found.put(name, identity(cluster, answer(topic))));
    return found;
  }

  /**
   * Asks without waiting, 5 s after the last question was answered. Returns the topics once all
   * answers have arrived, without topics whose answer is a failure. Otherwise returns an empty map.
   */
  Map<String, TopicIdentity> look(Set<String> names) {
    Question before = question;
    if (before == null) {
      if (System.nanoTime() - asked >= AGAIN_NANOS) {
        question = question(names);
      }
      return Map.of();
    }
    if (!before.isAnswered()) {
      return Map.of();
    }
    question = null;
    asked = System.nanoTime();
    Map<String, TopicIdentity> found = new HashMap<>();
    if (!before.cluster.isCompletedExceptionally()) {
      before.topics.forEach(
          (name, topic) -> {
            if (!topic.isCompletedExceptionally()) {
              found.put(name, identity(answer(before.cluster), answer(topic)));
            }
          });
    }
    return found;
  }

  private Question question(Set<String> names) {
    Admin asking = admin == null ? Admin.create(properties) : admin;
    admin = asking;
    return new Question(
        asking.describeCluster().clusterId(), asking.describeTopics(names).topicNameValues());
  }

  private static TopicIdentity identity(String cluster, TopicDescription topic) {
    Uuid id = topic.topicId();
    return new TopicIdentity(cluster, id.equals(Uuid.ZERO_UUID) ? "" : id.toString());
  }

  private static <T> T answer(KafkaFuture<T> future) {
    try {
      return future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException failure ? failure : new KafkaException(e);
    } catch (java.util.concurrent.TimeoutException e) {
      throw new TimeoutException("no answer about the topics", e);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  @Override
  public void close() {
    Admin made = admin;
    if (made != null) {
      made.close(CLOSE);
    }
  }
}
