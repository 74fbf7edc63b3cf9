package io.quipu.edge.http.read;

import io.quipu.edge.counters.TimeInput;
import io.quipu.edge.web.Query;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import java.time.Duration;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * The time from {@code from} (inclusive) to {@code to} (exclusive), and perhaps the time before it.
 *
 * @param compared whether the time before is to be added up, too
 */
record TotalRange(ZoneId zone, TimeInput.Named from, TimeInput.Named to, boolean compared) {
  static final String COMPARE = "compare";
  private static final String PREVIOUS = "previous";

  static TotalRange of(Query query, EventTime time) {
    ZoneId zone = ZoneInput.of(query);
    ZonedDateTime now = time.instant().atZone(zone);
    TimeInput.Named from = TimeInput.parse("from", query.require("from"), now);
    TimeInput.Named to = TimeInput.parse("to", query.get("to").orElse("now"), now);
    if (!from.time().isBefore(to.time())) {
      throw new InvalidInput(
          "from",
          query.get("to").isPresent() ? "from must be before to" : "from must be in the past");
    }
    String compare = query.get(COMPARE).orElse(PREVIOUS);
    if (!compare.equals(PREVIOUS)) {
      throw new InvalidInput(COMPARE, COMPARE + " must be " + PREVIOUS);
    }
    return new TotalRange(zone, from, to, query.get(COMPARE).isPresent());
  }

  /**
   * The windows to add up. The last range is that of the total, an earlier range the previous one.
   *
   * @param kept the granularities that the namespace keeps
   * @throws InvalidInput if the range does not consist of such windows, or of too many
   */
  WindowCover cover(Set<Granularity> kept) {
    if (kept.isEmpty()) {
      throw new InvalidInput("from", "the namespace keeps no windows");
    }
    Granularity shortest = Collections.min(kept);
    Window begin = window("from", from, shortest);
    Window end = window("to", to, shortest);
    ZonedDateTime first = begin.start().instant().atZone(zone);
    ZonedDateTime last = (isStart(end, to) ? end.start() : end.end()).instant().atZone(zone);
    LongStream bounds = LongStream.of(first.toEpochSecond(), last.toEpochSecond());
    if (compared) {
      bounds = LongStream.concat(LongStream.of(previous(first, last).toEpochSecond()), bounds);
    }
    return WindowRange.limited(WindowCover.of(bounds.toArray(), kept, compared ? COMPARE : "from"));
  }

  /**
   * The window that holds a bound.
   *
   * @throws InvalidInput naming {@code field} if the caller named a time inside of the window
   */
  private static Window window(String field, TimeInput.Named bound, Granularity shortest) {
    Window window = shortest.windowOf(EventTime.of(bound.time().toInstant()));
    if (!bound.relative() && !isStart(window, bound)) {
      throw new InvalidInput(
          field,
          field
              + " must lie where a "
              + shortest.label()
              + " begins, because the namespace keeps no shorter windows");
    }
    return window;
  }

  private static boolean isStart(Window window, TimeInput.Named bound) {
    return window.start().equals(EventTime.of(bound.time().toInstant()));
  }

  /**
   * The start of the range before: of as many months or days if the range has only whole ones, else
   * of the same duration.
   */
  private static ZonedDateTime previous(ZonedDateTime first, ZonedDateTime last) {
    LocalDate from = first.toLocalDate();
    LocalDate to = last.toLocalDate();
    if (!isStartOfDay(first) || !isStartOfDay(last)) {
      return first.minus(Duration.between(first, last));
    }
    boolean months = from.getDayOfMonth() == 1 && to.getDayOfMonth() == 1;
    Period length =
        months
            ? Period.ofMonths(Math.toIntExact(ChronoUnit.MONTHS.between(from, to)))
            : Period.ofDays(Math.toIntExact(ChronoUnit.DAYS.between(from, to)));
    return from.minus(length).atStartOfDay(first.getZone());
  }

  private static boolean isStartOfDay(ZonedDateTime time) {
    return time.isEqual(time.toLocalDate().atStartOfDay(time.getZone()));
  }
}
