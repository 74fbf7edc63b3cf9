package io.quipu.edge.http.read;

import io.quipu.edge.web.Query;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.names.Keep;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.windows.CalendarRange;
import io.quipu.engine.windows.CalendarUnit;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.RangeBound;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The ranges of time in which counters are added up. They are ranked by the last one.
 *
 * @param field the parameter that names the time
 * @param ranges the ranges, of windows of the granularities that a namespace keeps
 */
record RankedTime(String field, ZoneId zone, Function<Set<Granularity>, WindowCover> ranges) {
  static final String WINDOW = "window";
  static final String GRANULARITY = "granularity";

  /** The maximum number of windows that are added up for each counter: the minutes of a day. */
  private static final int MOST_WINDOWS = 25 * 60;

  RankedTime {
    ranges = new Once(ranges);
  }

  /** Makes ranges once for the same granularities, as many namespaces keep the same. */
  private record Once(
      Function<Set<Granularity>, WindowCover> ranges, Map<String, Supplier<WindowCover>> known)
      implements Function<Set<Granularity>, WindowCover> {
    private Once(Function<Set<Granularity>, WindowCover> ranges) {
      this(ranges, new HashMap<>());
    }

    @Override
    public WindowCover apply(Set<Granularity> kept) {
      String key = kept.stream().map(Granularity::label).sorted().collect(Collectors.joining(","));
      return known.computeIfAbsent(key, any -> made(kept)).get();
    }

    private Supplier<WindowCover> made(Set<Granularity> kept) {
      try {
        WindowCover cover = ranges.apply(kept);
        return () -> cover;
      } catch (InvalidInput refusal) {
        return () -> {
          throw refusal;
        };
      }
    }
  }

  /**
   * The time in which the query ranks: a range with a name or bounds, or a window of a zone. The
   * window of {@code now} if the query has a granularity only; null if counters are ranked by all
   * that they have counted.
   */
  static @Nullable RankedTime of(Query query, EventTime time) {
    ZonedDateTime now = time.instant().atZone(ZoneInput.of(query));
    Optional<CalendarRange> named = RangeInput.named(query, now, GRANULARITY, WINDOW);
    if (named.isPresent() || RangeInput.isBounded(query, GRANULARITY, WINDOW)) {
      TotalRange range = TotalRange.of(query, time);
      return range.isAll() ? null : of(range);
    }
    if (query.get(GRANULARITY).isPresent()) {
      WindowRange window = window(query, now);
      return new RankedTime(WINDOW, window.zone(), kept -> window.cover(kept).orElseThrow());
    }
    if (query.get(WINDOW).isPresent() || query.get(ZoneInput.FIELD).isPresent()) {
      throw new InvalidInput(GRANULARITY, "granularity is missing: that of the window");
    }
    return null;
  }

  /** The range of a total, and perhaps the one before. */
  static RankedTime of(TotalRange range) {
    return new RankedTime(range.field(), range.zone(), range::cover);
  }

  /** The windows of a range. */
  static RankedTime of(WindowRange range) {
    return new RankedTime(
        range.field(),
        range.zone(),
        kept ->
            range
                .cover(kept)
                .orElseThrow(() -> new InvalidInput(range.field(), "the range is empty")));
  }

  private static WindowRange window(Query query, ZonedDateTime now) {
    CalendarUnit unit = CalendarUnit.parse(query.require(GRANULARITY));
    RangeBound named = RangeBound.parse(WINDOW, query.get(WINDOW).orElse("now"), now);
    ZonedDateTime start = unit.startOf(named.time());
    if (!named.relative() && !start.isEqual(named.time())) {
      throw new InvalidInput(
          WINDOW,
          "no "
              + unit.label()
              + " starts then; this one does at "
              + ZoneInput.text(now.getZone(), start.toEpochSecond()));
    }
    return new WindowRange(unit, start, unit.next(start), WINDOW);
  }

  /**
   * The ranges of windows that are added up for each counter.
   *
   * @param kept the granularities that the namespace keeps
   * @throws InvalidInput if the time does not consist of such windows, or of too many
   */
  WindowCover cover(Set<Granularity> kept) {
    WindowCover cover = ranges.apply(kept);
    if (cover.windows() > MOST_WINDOWS) {
      throw new InvalidInput(
          field.equals(WINDOW) ? GRANULARITY : field,
          "the namespace keeps no longer windows, so this would add up "
              + cover.windows()
              + " for each counter; at most "
              + MOST_WINDOWS
              + " are allowed");
    }
    return cover;
  }

  /**
   * The ranges that are still whole: none of their windows has been deleted.
   *
   * @throws InvalidInput naming the {@code field} if there are none
   */
  WindowCover shown(WindowCover cover, Namespace namespace, EventTime reached) {
    long from = cover.shownFrom(Keep.of(namespace), reached);
    WindowCover shown = cover.from(from, true);
    if (shown.size() == 0) {
      throw new InvalidInput(
          field,
          "the namespace keeps no windows of this range before " + ZoneInput.text(zone, from));
    }
    return shown;
  }
}
