package io.quipu.engine.names;

import java.time.Duration;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Layouts for tests that are about something else, and counters in their places. */
public final class TestLayout {
  /** Four pages in two parts. */
  public static final Layout SMALL = new Layout(4, 2, 42, Duration.ofMinutes(1));

  private TestLayout() {}

  /** Counters whose names begin alike, on pages that match; without an end, and always the same. */
  public static Stream<CounterName> counters(
      Layout layout, IntPredicate page, String namespace, String prefix) {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> new CounterName(namespace, prefix + i))
        .filter(name -> page.test(layout.page(name)));
  }

  /** The first of those on a page. */
  public static CounterName counter(Layout layout, int page, String prefix) {
    return counters(layout, some -> some == page, "votes", prefix).findFirst().orElseThrow();
  }
}
