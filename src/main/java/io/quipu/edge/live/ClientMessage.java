package io.quipu.edge.live;

import io.quipu.edge.counters.SeriesInput;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.live.LiveMessages.Prefix;
import io.quipu.engine.names.CounterName;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A message of a client on a WebSocket. The answer repeats the {@code ref} of the message. */
sealed interface ClientMessage {
  /** The number that the answer repeats; null if the message has none. */
  @Nullable Long ref();

  /** The longest {@code minInterval} that a client may ask for, inclusive. */
  Duration LONGEST_INTERVAL = Duration.ofSeconds(60);

  /**
   * @param series which series of each counter; none for the counters themselves
   * @param minInterval the shortest time between two counts of one counter
   */
  record Subscribe(
      @Nullable Long ref,
      String namespace,
      Set<CounterName> counters,
      SeriesInput series,
      Duration minInterval)
      implements ClientMessage {}

  /**
   * A subscription to all counters with a prefix, including counters that begin later.
   *
   * @param minInterval the shortest time between two counts of one counter
   */
  record SubscribePrefix(@Nullable Long ref, Prefix prefix, Duration minInterval)
      implements ClientMessage {}

  record Unsubscribe(
      @Nullable Long ref, String namespace, Set<CounterName> counters, SeriesInput series)
      implements ClientMessage {}

  record UnsubscribePrefix(@Nullable Long ref, Prefix prefix) implements ClientMessage {}

  /**
   * @param confirmed whether the answer must have the verdict on the event
   */
  record Recording(@Nullable Long ref, CounterName counter, Draft draft, boolean confirmed)
      implements ClientMessage {}

  /**
   * @param token a key, or a token of the issuer
   */
  record Authenticate(@Nullable Long ref, String token) implements ClientMessage {
    /** Hides the key or token. */
    @Override
    public String toString() {
      return "Authenticate";
    }
  }

  record Ping(@Nullable Long ref) implements ClientMessage {}

  /** The answer of the client to a ping of the service. A pong gets no answer. */
  record Pong() implements ClientMessage {
    @Override
    public @Nullable Long ref() {
      return null;
    }
  }
}
