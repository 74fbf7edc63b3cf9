package io.quipu.edge.http.read;

import io.quipu.edge.web.Query;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.answer.WindowAnswers;
import io.quipu.engine.kind.answer.WindowAnswers.WindowAnswer;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.windows.CalendarRange;
import io.quipu.engine.windows.CalendarRange.Stretch;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.RangeBound;
import io.quipu.engine.windows.Window;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * The time that is added up: a named range, or the time from {@code from} (inclusive) to {@code to}
 * (exclusive); and perhaps the stretch before it.
 *
 * @param named whether the range has a name, so that no bound of the caller can be wrong
 * @param compared whether the stretch before is to be added up, too
 */
record TotalRange(CalendarRange range, boolean named, boolean compared) {
  static final String COMPARE = "compare";
  private static final String PREVIOUS = "previous";

  static TotalRange of(Query query, EventTime time) {
    ZonedDateTime now = time.instant().atZone(ZoneInput.of(query));
    Optional<CalendarRange> named = RangeInput.named(query, now, "from", "to");
    CalendarRange range = named.orElseGet(() -> between(query, now));
    String compare = query.get(COMPARE).orElse(PREVIOUS);
    if (!compare.equals(PREVIOUS)) {
      throw new InvalidInput(COMPARE, COMPARE + " must be " + PREVIOUS);
    }
    return new TotalRange(range, named.isPresent(), query.get(COMPARE).isPresent());
  }

  private static CalendarRange between(Query query, ZonedDateTime now) {
    String start =
        query
            .get("from")
            .orElseThrow(
                () -> new InvalidInput("from", "give from, or a range such as today or 30d"));
    RangeBound from = RangeBound.parse("from", start, now);
    RangeBound to = RangeBound.parse("to", query.get("to").orElse("now"), now);
    if (!from.time().isBefore(to.time())) {
      throw new InvalidInput(
          "from",
          query.get("to").isPresent() ? "from must be before to" : "from must be in the past");
    }
    return CalendarRange.between(from, to);
  }

  boolean isAll() {
    return range.from().isEmpty();
  }

  ZonedDateTime end() {
    return range.to().time();
  }

  ZoneId zone() {
    return end().getZone();
  }

  /**
   * The windows to add up. The last range is that of the total. If there are earlier ranges, the
   * first is the previous one; a range between the two is not shown, see {@link #shown}.
   *
   * @param kept the granularities that the namespace keeps
   * @throws InvalidInput if the range does not consist of such windows, or of too many
   */
  WindowCover cover(Set<Granularity> kept) {
    String field = named ? RangeInput.FIELD : "from";
    if (kept.isEmpty()) {
      throw new InvalidInput(field, "the namespace keeps no windows");
    }
    Granularity shortest = Collections.min(kept);
    LongStream bounds = bounds(rounded(new Stretch(RangeInput.start(range), range.to()), shortest));
    if (compared) {
      LongStream before =
          range.previous(stretch -> rounded(stretch, shortest)).stream()
              .flatMapToLong(TotalRange::bounds);
      bounds = LongStream.concat(before, bounds).distinct();
    }
    return WindowRange.limited(
        WindowCover.of(bounds.toArray(), kept, compared ? COMPARE : field), field);
  }

  private static LongStream bounds(Stretch stretch) {
    return LongStream.of(
        stretch.from().time().toEpochSecond(), stretch.to().time().toEpochSecond());
  }

  /** Extends a stretch to whole windows, at least one. */
  private Stretch rounded(Stretch stretch, Granularity shortest) {
    Window begin = window("from", stretch.from(), shortest);
    Window end = window("to", stretch.to(), shortest);
    boolean ends = isStart(end, stretch.to()) && end.startSecond() > begin.startSecond();
    return new Stretch(bound(begin.start()), bound(ends ? end.start() : end.end()));
  }

  private RangeBound bound(EventTime time) {
    return RangeBound.exact(time.instant().atZone(zone()));
  }

  /**
   * The window that holds a bound.
   *
   * @throws InvalidInput if the bound is exact, and lies inside of the window
   */
  private Window window(String field, RangeBound bound, Granularity shortest) {
    Window window = shortest.windowOf(EventTime.of(bound.time().toInstant()));
    if (!bound.relative() && !isStart(window, bound)) {
      throw named
          ? new InvalidInput(
              ZoneInput.FIELD,
              "days of "
                  + zone()
                  + " begin where no "
                  + shortest.label()
                  + " does, and the namespace keeps no shorter windows")
          : new InvalidInput(
              field,
              field
                  + " must lie where a "
                  + shortest.label()
                  + " begins, because the namespace keeps no shorter windows");
    }
    return window;
  }

  private static boolean isStart(Window window, RangeBound bound) {
    return window.start().equals(EventTime.of(bound.time().toInstant()));
  }

  /**
   * The answers without that of the time between the previous range and the total.
   *
   * @param ranges the size of the cover
   */
  static WindowAnswers shown(WindowAnswers answers, int ranges) {
    List<WindowAnswer> sums = answers.windows();
    if (ranges < 3 || sums.size() < 2) {
      return answers;
    }
    WindowAnswer total = sums.get(sums.size() - 1);
    boolean hasPrevious = sums.size() == ranges;
    return new WindowAnswers(
        hasPrevious ? List.of(sums.get(0), total) : List.of(total), answers.shownFrom());
  }
}
