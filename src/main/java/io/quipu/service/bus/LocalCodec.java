package io.quipu.service.bus;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageCodec;

/**
 * Passes messages between verticles of one process by reference, without a copy. So messages must
 * be immutable, and must not be sent to another process.
 */
public final class LocalCodec implements MessageCodec<Object, Object> {
  static final String NAME = "quipu-local";

  /** The options of a message without a reply. */
  static final DeliveryOptions DELIVERY =
      new DeliveryOptions().setCodecName(NAME).setLocalOnly(true);

  /** Registers the codec. To be called once per Vert.x instance, before a verticle is deployed. */
  public static void register(EventBus bus) {
    bus.registerCodec(new LocalCodec());
  }

  @Override
  public Object transform(Object message) {
    return message;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public byte systemCodecID() {
    return -1; // not a codec of Vert.x itself
  }

  @Override
  public void encodeToWire(Buffer buffer, Object message) {
    throw new IllegalStateException("local message sent to another process: " + message.getClass());
  }

  @Override
  public Object decodeFromWire(int position, Buffer buffer) {
    throw new IllegalStateException("local message received from another process");
  }
}
