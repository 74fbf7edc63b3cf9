package io.quipu.service.verticles;

import io.quipu.engine.live.LiveMessages.Born;
import io.quipu.engine.live.LiveMessages.CounterList;
import io.quipu.engine.live.LiveMessages.Reply;
import io.quipu.engine.live.LiveMessages.Watch;
import io.quipu.engine.live.LiveMessages.WatchPrefix;
import io.quipu.engine.live.Reading;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.Topic;

/**
 * The addresses of requests from HTTP instances to the live verticle, and the topics that the live
 * verticle publishes.
 *
 * <p>The requests of one HTTP instance arrive in the order of sending, even if replies are lost. So
 * the last request about a counter decides whether the HTTP instance watches the counter.
 */
public final class LiveAddresses {
  /** Starts or stops watching a counter. */
  public static final Address<Watch, Reply> WATCH = Address.of("live.watch");

  /** Changed counts. Each subscriber has its own part of the topic, named like the subscriber. */
  public static final Topic<Reading> UPDATES = Topic.of("live.updates");

  /**
   * Starts or stops watching for new counters of a prefix. The answer to a start has the known
   * counters. Fails with the store unavailable, or busy if too much is watched.
   */
  public static final Address<WatchPrefix, CounterList> WATCH_PREFIX =
      Address.of("live.watch-prefix");

  /** New counters of a prefix. Each subscriber has its own part of the topic, as for updates. */
  public static final Topic<Born> BORN = Topic.of("live.born");

  private LiveAddresses() {}
}
