package io.quipu.edge.http.read;

import io.quipu.edge.counters.SeriesInput;
import io.quipu.engine.input.InvalidInput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The reads that a question of a {@link QueryResource} may ask for. */
enum Ask {
  COUNT,
  TOTAL,
  WINDOWS,
  SERIES,
  TOP;

  /**
   * @throws InvalidInput naming {@code ask} if nothing is called so
   */
  static Ask parse(String text) {
    return Arrays.stream(values())
        .filter(ask -> ask.text().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidInput(
                    "ask",
                    "ask must be one of "
                        + Arrays.stream(values())
                            .map(Ask::text)
                            .collect(Collectors.joining(", "))));
  }

  /** The word for it. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The parameters that a question may have.
   *
   * @param counter whether the question is about one counter
   * @param timed whether it is about a part of time
   * @param options what reads of one counter of some kinds take
   */
  List<String> parameters(boolean counter, boolean timed, Set<String> options) {
    List<String> all = new ArrayList<>(own(counter, timed));
    all.add(SeriesInput.WHERE);
    if (this != COUNT) {
      all.add(RangeInput.FIELD);
    }
    if (counter) {
      all.addAll(options);
    }
    return all;
  }

  private List<String> own(boolean counter, boolean timed) {
    return switch (this) {
      case COUNT -> List.of();
      case TOTAL -> List.of(ZoneInput.FIELD, TotalRange.COMPARE);
      case WINDOWS ->
          counter
              ? List.of(RankedTime.GRANULARITY, ZoneInput.FIELD, SeriesInput.BY, "limit")
              : List.of(RankedTime.GRANULARITY, ZoneInput.FIELD);
      case SERIES ->
          timed
              ? List.of(ZoneInput.FIELD, TotalRange.COMPARE, SeriesInput.BY, "limit")
              : List.of(SeriesInput.BY, "limit", "order", "after");
      case TOP ->
          List.of(
              RankedTime.GRANULARITY, RankedTime.WINDOW, ZoneInput.FIELD, SeriesInput.BY, "limit");
    };
  }

  /**
   * @throws InvalidInput naming {@code counter} if it must be given, or left out
   */
  void require(boolean counter) {
    if (!counter && this == SERIES) {
      throw new InvalidInput("counter", "counter is missing: " + text() + " are of one counter");
    }
    if (counter && this == TOP) {
      throw new InvalidInput("counter", "top ranks counters: give prefix, or neither");
    }
  }
}
