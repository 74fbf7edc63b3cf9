package io.quipu.edge.http.read;

import io.quipu.edge.web.Query;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.windows.CalendarRange;
import io.quipu.engine.windows.CalendarUnit;
import io.quipu.engine.windows.RangeBound;
import java.time.ZonedDateTime;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the named time range of a query. */
final class RangeInput {
  static final String FIELD = "range";

  /** The range {@code all} of windows reaches over so many years, the current one included. */
  private static final int YEARS = 10;

  private RangeInput() {}

  /**
   * The range that the query names; empty if the query names none.
   *
   * @param others the parameters that a named range replaces
   * @throws InvalidInput naming {@code range} if there is no such range, or if one of the others is
   *     given, too
   */
  static Optional<CalendarRange> named(Query query, ZonedDateTime now, String... others) {
    Optional<CalendarRange> range =
        query.get(FIELD).map(name -> CalendarRange.named(FIELD, name, now));
    range.ifPresent(found -> requireAlone(FIELD, query, others));
    return range;
  }

  /**
   * Tells whether the query has bounds of a range.
   *
   * @param others the parameters that bounds replace
   * @throws InvalidInput naming the bound if one of the others is given, too
   */
  static boolean isBounded(Query query, String... others) {
    Optional<String> bound =
        Stream.of("from", "to").filter(name -> query.get(name).isPresent()).findFirst();
    bound.ifPresent(name -> requireAlone(name, query, others));
    return bound.isPresent();
  }

  private static void requireAlone(String name, Query query, String... others) {
    for (String other : others) {
      if (query.get(other).isPresent()) {
        throw new InvalidInput(name, name + " and " + other + " exclude each other");
      }
    }
  }

  /** The start of a range, for windows: of {@code all} the first of ten years. */
  static RangeBound start(CalendarRange range) {
    ZonedDateTime end = range.to().time();
    return range
        .from()
        .orElseGet(() -> RangeBound.exact(CalendarUnit.YEAR.startOf(end.minusYears(YEARS - 1L))));
  }
}
