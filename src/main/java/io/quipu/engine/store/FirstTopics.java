package io.quipu.engine.store;

import java.util.concurrent.CompletionStage;

/**
 * The first topic of each name that records were ever taken from. Its records have ids without more
 * than the name; those of every other topic of that name must have others. Kept where ids are kept:
 * a broker forgets the offsets of a topic together with the topic.
 */
public interface FirstTopics {
  /**
   * The first topic of a name, which is the given one if there was none. Fails if that cannot be
   * found out now; it may have become the first then.
   */
  CompletionStage<TopicIdentity> claim(String name, TopicIdentity own);
}
