package io.quipu.service.bus;

import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.util.function.Consumer;

/**
 * An address on the bus that passes hints to all listeners of the address. A lost hint can delay
 * work, but never makes a result wrong.
 *
 * @param <M> the type of the messages, which are immutable and passed by reference
 */
public final class Topic<M> {
  private final String name;

  private Topic(String name) {
    this.name = name;
  }

  public static <M> Topic<M> of(String name) {
    return new Topic<>(name);
  }

  /** The topic for one listener only: the name of this topic, a dot, and the suffix. */
  public Topic<M> part(String suffix) {
    return new Topic<>(name + "." + suffix);
  }

  public void publish(EventBus bus, M message) {
    bus.publish(name, message, LocalCodec.DELIVERY);
  }

  /** Passes messages to a listener on the calling context until its verticle is undeployed. */
  public Future<Void> subscribe(EventBus bus, Consumer<M> listener) {
    return bus.<M>localConsumer(name, message -> listener.accept(message.body())).completion();
  }
}
