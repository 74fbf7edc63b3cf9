package io.quipu.engine.store;

import java.util.concurrent.CompletionStage;

/**
 * The first Kafka topic of each name from which records were taken. The ids of its records contain
 * no more of the topic than the name. Any other topic of the same name must have other ids. The
 * first topic is kept in the store of ids: a broker forgets the offsets of a topic with the topic.
 */
public interface FirstTopics {
  /**
   * The first topic of a name; the given topic becomes the first if there is none. Fails if the
   * first topic cannot be read now; the given topic may have become the first then.
   */
  CompletionStage<TopicIdentity> claim(String name, TopicIdentity own);
}
