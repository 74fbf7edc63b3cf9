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
 * The requests of HTTP instances to the live verticles, and the answers.
 *
 * <p>Requests of one HTTP instance arrive in the order in which it sent them, whatever becomes of
 * the replies, so the last one about a counter decides.
 */
public final class LiveAddresses {
  /** Begins or ends to watch a counter. */
  public static final Address<Watch, Reply> WATCH = Address.of("live.watch");

  /** Changed counts, in the part that is named after the subscriber which watches them. */
  public static final Topic<Reading> UPDATES = Topic.of("live.updates");

  /**
   * Begins or ends to watch for new counters of a prefix; answers with those that there are. Fails
   * with the store unavailable, also if there is too much to watch.
   */
  public static final Address<WatchPrefix, CounterList> WATCH_PREFIX =
      Address.of("live.watch-prefix");

  /** New counters of a prefix, in the part that is named after the subscriber which watches it. */
  public static final Topic<Born> BORN = Topic.of("live.born");

  private LiveAddresses() {}
}
