package io.quipu.edge.live;

import io.quipu.engine.kind.Draft;
import io.quipu.engine.live.LiveMessages.Prefix;
import io.quipu.engine.model.CounterName;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The messages of a client on a WebSocket. Its {@code ref} comes back in the answer. */
sealed interface ClientMessage {
  /** The number that the answer is to carry; null for none. */
  @Nullable Long ref();

  /** Longest that a client may ask for between two counts of one counter. */
  Duration LONGEST_INTERVAL = Duration.ofSeconds(60);

  /**
   * @param minInterval the least time between two counts of one counter
   */
  record Subscribe(
      @Nullable Long ref, String namespace, Set<CounterName> counters, Duration minInterval)
      implements ClientMessage {}

  /**
   * To all counters that begin so, also to those that are not there yet.
   *
   * @param minInterval the least time between two counts of one counter
   */
  record SubscribePrefix(@Nullable Long ref, Prefix prefix, Duration minInterval)
      implements ClientMessage {}

  record Unsubscribe(@Nullable Long ref, Set<CounterName> counters) implements ClientMessage {}

  record UnsubscribePrefix(@Nullable Long ref, Prefix prefix) implements ClientMessage {}

  /**
   * @param confirmed whether the answer is to say what became of the event
   */
  record Recording(@Nullable Long ref, CounterName counter, Draft draft, boolean confirmed)
      implements ClientMessage {}

  /**
   * @param token a key, or a token of the issuer
   */
  record Authenticate(@Nullable Long ref, String token) implements ClientMessage {
    /** Nothing of the key. */
    @Override
    public String toString() {
      return "Authenticate";
    }
  }

  record Ping(@Nullable Long ref) implements ClientMessage {}

  /** The answer to a ping; there is nothing to say to it. */
  record Pong() implements ClientMessage {
    @Override
    public @Nullable Long ref() {
      return null;
    }
  }
}
