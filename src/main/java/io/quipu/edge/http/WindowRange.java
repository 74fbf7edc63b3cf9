package io.quipu.edge.http;

import io.quipu.edge.web.Query;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Granularity;
import io.quipu.engine.model.InvalidInput;
import io.quipu.engine.model.Limits;
import io.quipu.engine.model.Window;
import java.time.Duration;
import java.util.Optional;

/**
 * The windows that overlap the time from {@code from} (inclusive) to {@code to} (exclusive). If the
 * query has no {@code to}, the current window is the last.
 *
 * @param first the earliest window
 * @param last the latest window; lies before {@code first} if the range is empty
 */
record WindowRange(Granularity granularity, Window first, Window last) {
  static WindowRange of(Query query, EventTime now) {
    Granularity granularity = Granularity.parse(query.require("granularity"));
    Optional<EventTime> to = query.get("to").map(text -> TimeInput.parse("to", text));
    EventTime end = to.orElse(now);
    EventTime from =
        query
            .get("from")
            .map(text -> TimeInput.parse("from", text))
            .orElseGet(() -> minus(end, usual(granularity)));
    if (from.isAfter(end)) {
      throw new InvalidInput(
          "from", to.isPresent() ? "from must not be after to" : "from must not be in the future");
    }
    Window first = granularity.windowOf(from);
    Window last = to.isPresent() ? lastBefore(granularity, from, end) : granularity.windowOf(now);
    return limited(new WindowRange(granularity, first, last));
  }

  boolean isEmpty() {
    return size() == 0;
  }

  long size() {
    return (last.startSecond() - first.startSecond()) / granularity.seconds() + 1;
  }

  private static WindowRange limited(WindowRange range) {
    if (range.size() > Limits.WINDOWS) {
      throw new InvalidInput(
          "from",
          "from and to span "
              + range.size()
              + " windows; at most "
              + Limits.WINDOWS
              + " are allowed");
    }
    return range;
  }

  private static Window lastBefore(Granularity granularity, EventTime from, EventTime to) {
    Window last = granularity.windowOf(new EventTime(to.ticks() - 1));
    return from.equals(to) ? previous(granularity.windowOf(from)) : last;
  }

  private static Window previous(Window window) {
    return new Window(window.granularity(), window.startSecond() - window.granularity().seconds());
  }

  private static EventTime minus(EventTime time, Duration length) {
    return new EventTime(time.ticks() - length.toSeconds() * EventTime.TICKS_PER_SECOND);
  }

  /** The length of the time range if the query has no {@code from}. */
  private static Duration usual(Granularity granularity) {
    return switch (granularity) {
      case MINUTE -> Duration.ofMinutes(60);
      case HOUR -> Duration.ofHours(24);
      case DAY -> Duration.ofDays(30);
    };
  }
}
