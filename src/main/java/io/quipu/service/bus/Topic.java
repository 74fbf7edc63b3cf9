package io.quipu.service.bus;

import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.util.function.Consumer;

/**
 * An address on the bus that passes hints to all its listeners. A lost hint costs latency, never
 * correctness.
 *
 * @param <M> the message, immutable, passed by reference
 */
public final class Topic<M> {
  private final String name;

  private Topic(String name) {
    this.name = name;
  }

  public static <M> Topic<M> of(String name) {
    return new Topic<>(name);
  }

  /** A part of this topic for one listener. */
  public Topic<M> part(String suffix) {
    return new Topic<>(name + "." + suffix);
  }

  public void publish(EventBus bus, M message) {
    bus.publish(name, message, LocalCodec.DELIVERY);
  }

  /** Passes each message to the listener on the calling context while its verticle is deployed. */
  public Future<Void> subscribe(EventBus bus, Consumer<M> listener) {
    return bus.<M>localConsumer(name, message -> listener.accept(message.body())).completion();
  }
}
