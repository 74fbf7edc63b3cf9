package io.quipu.testing.sim;

import io.quipu.engine.ingest.Append;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.names.Lateness;
import io.quipu.engine.state.Event;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.core.SeededRandom;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** When events happened, of runs with late events: most say so, from the bound to a bit ahead. */
final class DrawnTimes {
  private final Lateness lateness;
  private final boolean allAgo;
  private final SeededRandom random;

  /**
   * @param allAgo whether all events happened some minutes ago, or longer ago
   */
  DrawnTimes(Lateness lateness, boolean allAgo, SeededRandom random) {
    this.lateness = lateness;
    this.allAgo = allAgo;
    this.random = random;
  }

  /**
   * Gives events a time, as the service would accept it at this group time.
   *
   * @param now null if the service does not know it yet, and takes no times
   */
  Append drawn(Append append, @Nullable EventTime now) {
    if (!lateness.isUsed() || now == null) {
      return append;
    }
    List<Event> events =
        append.events().stream()
            .map(event -> allAgo || random.chance(0.7) ? timed(event, now) : event)
            .toList();
    return new Append(
        append.counter(),
        append.shards(),
        append.retention(),
        append.window(),
        append.rowsWanted(),
        append.idPrefix(),
        now.plusTicks(Lateness.DELAY_TICKS),
        events);
  }

  /** A time that is refused, as it would be just after a change, is left out. */
  private Event timed(Event event, EventTime now) {
    try {
      return event.in(lateness.minute(drawn(now), now));
    } catch (InvalidInput late) {
      return event;
    }
  }

  private EventTime drawn(EventTime now) {
    if (allAgo) {
      return back(now, random.between(180 * SECOND, lateness.ticks()));
    }
    if (lateness.ticks() > 24 * 3_600 * SECOND && random.chance(0.5)) {
      return back(now, random.between(lateness.ticks() - 60 * SECOND, lateness.ticks()));
    }
    return switch (random.below(5)) {
      // the same few windows again and again
      case 0, 1 -> back(now, random.between(0, Math.min(most(), 180 * SECOND)));
      case 2 -> now.plusTicks(random.between(0, Lateness.AHEAD_TICKS));
      default -> back(now, random.between(0, most()));
    };
  }

  /** It was used once, and may be zero now. */
  private long most() {
    return Math.max(1, lateness.ticks());
  }

  private static final long SECOND = EventTime.TICKS_PER_SECOND;

  private static EventTime back(EventTime now, long ticks) {
    return new EventTime(Math.max(0, now.ticks() - ticks));
  }
}
