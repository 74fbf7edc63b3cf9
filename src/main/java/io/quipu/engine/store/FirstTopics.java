package io.quipu.engine.store;

import java.util.concurrent.CompletionStage;

/**
 * The first Kafka topic of each name from which records were taken. Of the topic, the ids of these
 * records contain only the name. Any other topic of that name must have other ids. The first topic
 * is kept in the store of the ids and not in Kafka, because a broker deletes the offsets of a topic
 * together with the topic.
 */
public interface FirstTopics {
  /**
   * Returns the first topic of a name. The topic {@code own} becomes the first if there is none.
   * Fails with the store unavailable if the first topic cannot be read now; even then, {@code own}
   * may have become the first.
   */
  CompletionStage<TopicIdentity> claim(String name, TopicIdentity own);
}
