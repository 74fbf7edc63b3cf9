package io.quipu.service.verticles;

import io.quipu.engine.model.EventTime;
import io.quipu.engine.writer.Incarnation;
import io.quipu.engine.writer.WriterView;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.Topic;

/** The questions of the writer to the ingesting contexts, and its news for the process. */
public final class WriterAddresses {
  /** The low watermark of one ingesting context under an incarnation; adopts it if newer. */
  public static final Address<Incarnation, EventTime> LOW = Address.of("writer.low");

  /** The latest view of the group, after every look. */
  public static final Topic<WriterView> VIEW = Topic.of("writer.view");

  /**
   * Tells whether this process may acknowledge now; asked with what for, which is not looked at.
   */
  public static final Address<String, Boolean> MAY_ACKNOWLEDGE = Address.of("writer.lease");

  /** Hints that somebody waits for the horizon, and what for, which is not looked at. */
  public static final Topic<String> HASTEN = Topic.of("writer.hasten");

  private WriterAddresses() {}
}
