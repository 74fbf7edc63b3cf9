package io.quipu.live;

import io.quipu.bus.Address;
import io.quipu.bus.Topic;
import io.quipu.counter.KnownCounter;
import java.time.Duration;

/**
 * What HTTP instances may ask of the live verticles, and what they are told.
 *
 * <p>Requests of one HTTP instance arrive in the order in which it sent them, whatever becomes of
 * the replies, so the last one about a counter decides.
 */
public final class LiveAddresses {
  /** Begins or ends to watch a counter. */
  public static final Address<Watch, Reply> WATCH = Address.of("live.watch");

  /** Changed counts, in the part that is named after the subscriber which watches them. */
  public static final Topic<Reading> UPDATES = Topic.of("live.updates");

  private LiveAddresses() {}

  /**
   * @param subscriber an HTTP instance, by a name that no other has
   * @param on whether the subscriber wants the counter; to want it again asks for another snapshot
   * @param minInterval the least time between two counts that any of its own subscribers asked for
   */
  public record Watch(String subscriber, KnownCounter counter, boolean on, Duration minInterval) {
    /** As often as there is something new. */
    public Watch(String subscriber, KnownCounter counter, boolean on) {
      this(subscriber, counter, on, Duration.ZERO);
    }
  }

  /** The answer to a {@link Watch}; the store being unavailable is its only failure. */
  public sealed interface Reply {
    /** Watched; the reading is of a read that began after the request had arrived. */
    record Snapshot(Reading reading) implements Reply {}

    /** Not watched any more. */
    record Ended() implements Reply {}
  }
}
