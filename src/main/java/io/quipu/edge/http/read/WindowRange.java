package io.quipu.edge.http.read;

import io.quipu.edge.web.Query;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.Limits;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.windows.CalendarRange;
import io.quipu.engine.windows.CalendarUnit;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.RangeBound;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Optional;
import java.util.Set;

/**
 * The windows that overlap the time from {@code from} (inclusive) to {@code to} (exclusive). If the
 * query has no {@code to}, or names a range that ends now, the current window is the last.
 *
 * @param start the start of the time
 * @param end the end of the time, exclusive
 * @param field the parameter that too many windows are refused for
 */
record WindowRange(CalendarUnit unit, ZonedDateTime start, ZonedDateTime end, String field) {
  private static final String FROM = "from";

  static WindowRange of(Query query, EventTime time) {
    CalendarUnit unit = CalendarUnit.parse(query.require("granularity"));
    ZoneId zone = ZoneInput.of(query);
    ZonedDateTime now = time.instant().atZone(zone);
    Optional<CalendarRange> named = RangeInput.named(query, now, "from", "to");
    if (named.isPresent()) {
      RangeBound end = named.get().to();
      return new WindowRange(
          unit,
          RangeInput.start(named.get()).time(),
          end.relative() ? endOfCurrent(unit, now) : end.time(),
          RangeInput.FIELD);
    }
    Optional<ZonedDateTime> to =
        query.get("to").map(text -> RangeBound.parse("to", text, now).time());
    ZonedDateTime end = to.orElse(now);
    ZonedDateTime from =
        query
            .get("from")
            .map(text -> RangeBound.parse("from", text, now).time())
            .orElseGet(() -> before(end, unit));
    if (from.isAfter(end)) {
      throw new InvalidInput(
          "from", to.isPresent() ? "from must not be after to" : "from must not be in the future");
    }
    return new WindowRange(unit, from, to.isPresent() ? end : endOfCurrent(unit, now), FROM);
  }

  private static ZonedDateTime endOfCurrent(CalendarUnit unit, ZonedDateTime now) {
    return unit.next(unit.startOf(now));
  }

  ZoneId zone() {
    return start.getZone();
  }

  /**
   * The windows of UTC that the windows consist of; empty if the time is empty.
   *
   * @param kept the granularities that the namespace keeps
   * @throws InvalidInput if the namespace keeps too few of them
   */
  Optional<WindowCover> cover(Set<Granularity> kept) {
    if (!unit.granularity().map(kept::contains).orElse(true)) {
      throw new InvalidInput(
          "granularity", "the namespace keeps no windows of this granularity: " + unit.label());
    }
    return start.isBefore(end) ? Optional.of(covered(kept)) : Optional.empty();
  }

  private WindowCover covered(Set<Granularity> kept) {
    Optional<Granularity> same = unit.granularity(start, end);
    if (same.isPresent()) {
      return WindowCover.of(
          same.get().windowOf(EventTime.of(start.toInstant())),
          same.get().windowOf(EventTime.of(end.toInstant()).plusTicks(-1)));
    }
    boolean utc = zone().equals(ZoneOffset.UTC);
    return WindowCover.of(bounds(), kept, utc ? "granularity" : ZoneInput.FIELD);
  }

  private long[] bounds() {
    try {
      return unit.bounds(start, end, Limits.WINDOWS);
    } catch (InvalidInput tooMany) {
      throw tooMany.named(field);
    }
  }

  /**
   * @throws InvalidInput naming {@code field} if a cover has too many windows or partitions
   */
  static WindowCover limited(WindowCover cover, String field) {
    if (cover.size() > Limits.WINDOWS) {
      throw new InvalidInput(
          field,
          "the range has " + cover.size() + " windows; at most " + Limits.WINDOWS + " are allowed");
    }
    if (cover.partitions() > Limits.PARTITIONS) {
      throw new InvalidInput(
          field,
          "the windows of this range are stored in "
              + cover.partitions()
              + " partitions: hours of minutes, days of hours, and months of days; at most "
              + Limits.PARTITIONS
              + " are read");
    }
    return cover;
  }

  /** The usual start of the time range. */
  private static ZonedDateTime before(ZonedDateTime end, CalendarUnit unit) {
    return switch (unit) {
      case MINUTE -> end.minusMinutes(60);
      case HOUR -> end.minusHours(24);
      case DAY -> end.minusDays(30);
      case WEEK -> end.minusWeeks(12);
      case MONTH -> end.minusMonths(12);
      case YEAR -> end.minusYears(5);
    };
  }
}
