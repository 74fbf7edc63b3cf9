package io.quipu.service.verticles;

import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.Incarnation;
import io.quipu.engine.writer.WriterView;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.Topic;

/** The addresses and topics between the writer and the other contexts of its process. */
public final class WriterAddresses {
  /** The low watermark of one ingesting context. The context adopts a newer incarnation first. */
  public static final Address<Incarnation, EventTime> LOW = Address.of("writer.low");

  /**
   * The view of the group of writers. Published by each look that has read the group, and again if
   * the look has announced a horizon.
   */
  public static final Topic<WriterView> VIEW = Topic.of("writer.view");

  /**
   * Tells whether this process may acknowledge now. The request names its purpose, which is
   * ignored.
   */
  public static final Address<String, Boolean> MAY_ACKNOWLEDGE = Address.of("writer.lease");

  /**
   * Hints that a caller or a page waits for the horizon. The hint names its purpose, which is
   * ignored.
   */
  public static final Topic<String> HASTEN = Topic.of("writer.hasten");

  private WriterAddresses() {}
}
