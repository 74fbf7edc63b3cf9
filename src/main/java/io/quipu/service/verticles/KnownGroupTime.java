package io.quipu.service.verticles;

import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterView;
import io.vertx.core.eventbus.EventBus;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The group time as this context knows it: that of the last look of the writer, and the time since
 * then. It is never ahead of the time of the writer. Confined to one context.
 */
public final class KnownGroupTime {
  private final Clock clock;
  private @Nullable EventTime last;
  private long since;

  private KnownGroupTime(Clock clock) {
    this.clock = clock;
  }

  /** Listens to the looks of the writer, on the calling context. */
  public static KnownGroupTime heard(EventBus bus, Clock clock) {
    KnownGroupTime time = new KnownGroupTime(clock);
    // Nothing waits for this: until a look is heard, the time is not known.
    var unused = WriterVerticle.VIEW.subscribe(bus, time::looked);
    return time;
  }

  private void looked(WriterView view) {
    last = view.now();
    since = clock.monotonicNanos();
  }

  /** The group time; empty before the first look. */
  public Optional<EventTime> known() {
    EventTime heard = last;
    return heard == null
        ? Optional.empty()
        : Optional.of(heard.plusTicks((clock.monotonicNanos() - since) / 100));
  }
}
