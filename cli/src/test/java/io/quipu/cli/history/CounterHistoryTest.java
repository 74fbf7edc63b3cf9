package io.quipu.cli.history;

import static io.quipu.cli.history.WindowLength.DAY;
import static io.quipu.cli.history.WindowLength.HOUR;
import static io.quipu.cli.history.WindowLength.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Histories that are written as lines and counted again, against {@link CountedEvents}. */
class CounterHistoryTest {
  private static final long NOW = 1_800_000_777L;
  private static final long LONG_AGO = NOW - 900 * DAY.seconds();
  private static final long END = (NOW / DAY.seconds() + 2) * DAY.seconds();

  private static final List<Set<WindowLength>> KEPT =
      List.of(
          EnumSet.allOf(WindowLength.class),
          EnumSet.of(DAY),
          EnumSet.of(HOUR, DAY),
          EnumSet.of(MINUTE, DAY),
          EnumSet.of(HOUR, MINUTE),
          EnumSet.of(HOUR));

  private static final List<List<List<String>>> BREAKDOWNS =
      List.of(
          List.of(),
          List.of(List.of("country")),
          List.of(List.of("country"), List.of("country", "plan")),
          List.of(List.of("plan"), List.of("country")),
          List.of(List.of("country", "plan"), List.of("plan", "device")));

  @Property(tries = 200)
  void countsWindowsAndSeriesAreTheSameAgain(@ForAll long seed) {
    Random random = new Random(seed);
    CountedEvents counted =
        new CountedEvents(KEPT.get(random.nextInt(6)), BREAKDOWNS.get(random.nextInt(5)));
    for (WindowLength length : List.of(MINUTE, HOUR)) {
      if (random.nextBoolean()) {
        long keep = length.seconds() * (1 + random.nextInt(3_000));
        counted.keep(length, NOW - keep + random.nextInt(60));
      }
    }
    long span = 60L << random.nextInt(21);
    for (int i = random.nextInt(60); i >= 0; i--) {
      counted.add(
          "a", NOW - 1 - Math.floorMod(random.nextLong(), span), amount(random), labels(random));
    }

    CountedEvents imported = counted.empty();
    Set<Note> notes = counted.export(counted.reader("a"), "a", NOW, imported);

    assertThat(imported.events()).allMatch(line -> CountedEvents.isLine(line.amount()));
    assertThat(notes).isSubsetOf(Note.WINDOWS);
    assertSame(imported, counted, "a", LONG_AGO);
  }

  /** In these, an event that two series share is found only if its delta is one of a few. */
  @Test
  void eventsOfTwoBreakdownsAreFound() {
    for (long seed : new long[] {16440454493061L, 70803792, 129998317, 155069871}) {
      countsWindowsAndSeriesAreTheSameAgain(seed);
    }
  }

  /** Fails with what differs. */
  private static void assertSame(
      CountedEvents imported, CountedEvents counted, String counter, long from) {
    Map<String, Object> expected = counted.everything(counter, from, END);
    Map<String, Object> found = imported.everything(counter, from, END);
    expected.entrySet().removeIf(one -> found.remove(one.getKey(), one.getValue()));
    assertThat(found).isEqualTo(expected);
  }

  private static Amount amount(Random random) {
    long events =
        random.nextInt(4) > 0 ? 1 : 1 + random.nextInt(random.nextBoolean() ? 3 : 1_000_000);
    long delta =
        switch (random.nextInt(4)) {
          case 0 -> 1_000_000_000_000_000L - random.nextInt(3);
          case 1 -> -1 - random.nextInt(5);
          default -> 1 + random.nextInt(5);
        };
    return new Amount(BigInteger.valueOf(delta), events);
  }

  private static Map<String, String> labels(Random random) {
    Map<String, String> labels = new TreeMap<>();
    List.of("country", "plan", "device")
        .forEach(
            label -> {
              if (random.nextInt(3) > 0) {
                labels.put(label, label.charAt(0) + "" + random.nextInt(3));
              }
            });
    return labels;
  }

  @Test
  void aDayOfEventsTakesFewRequests() {
    CountedEvents counted = new CountedEvents(KEPT.get(0), List.of());
    IntStream.range(0, 1_440)
        .forEach(i -> counted.add("a", NOW - 60L * i, amount(new Random(i)), Map.of()));
    counted.export(counted.reader("a"), "a", NOW, counted.empty());
    assertThat(counted.requests()).isLessThan(6);
  }

  @Test
  void eventsOfManyYearsAreFound() {
    CountedEvents counted = new CountedEvents(KEPT.get(0), List.of());
    counted.add("a", NOW - 36_500 * DAY.seconds(), amount(new Random(1)), Map.of());
    counted.add("a", NOW, amount(new Random(2)), Map.of());
    CountedEvents imported = counted.empty();
    assertThat(counted.export(counted.reader("a"), "a", NOW, imported)).isEmpty();
    assertThat(imported.events())
        .extracting(CountedEvents.Counted::amount)
        .containsExactlyInAnyOrderElementsOf(
            counted.events().stream().map(CountedEvents.Counted::amount).toList());
    assertThat(counted.requests()).isLessThan(20);
  }

  @Property(tries = 100)
  void afterAReset_countsAreTheSame_andTheDaysAfterIt(@ForAll long seed) {
    Random random = new Random(seed);
    Set<WindowLength> kept = KEPT.get(random.nextInt(6));
    CountedEvents counted = new CountedEvents(kept, List.of(List.of("country")));
    int reset = random.nextInt(30);
    long resetAt = 0;
    long time = NOW - 5 * DAY.seconds();
    for (int i = 0; i < 30; i++) {
      time += random.nextInt(20_000);
      counted.add("a", time, amount(random), labels(random));
      if (i == reset) {
        counted.reset("a", time);
        resetAt = time;
      }
    }

    CountedEvents imported = counted.empty();
    Set<Note> notes = counted.export(counted.reader("a"), "a", time, imported);

    assertThat(imported.events()).allMatch(line -> CountedEvents.isLine(line.amount()));
    assertThat(imported.count("a")).isEqualTo(counted.count("a"));
    long from = (Math.floorDiv(resetAt, DAY.seconds()) + 1) * DAY.seconds();
    if (!notes.contains(Note.LABELS)) {
      assertSame(imported, counted, "a", from);
    }
  }

  @Test
  void whatWasCountedInNoWindow_liesBeforeAllOthers() {
    CountedEvents counted = new CountedEvents(EnumSet.of(HOUR, DAY), List.of(List.of("country")));
    counted.keep(DAY, NOW - 10 * DAY.seconds());
    counted.keep(HOUR, NOW - 5 * DAY.seconds());
    Random random = new Random(3);
    for (int i = 0; i < 50; i++) {
      counted.add("a", NOW - i * 30_000L, amount(random), labels(random));
    }
    CountedEvents imported = counted.empty();
    assertThat(counted.export(counted.reader("a"), "a", NOW, imported))
        .containsExactly(Note.WINDOWS);
    assertSame(imported, counted, "a", LONG_AGO);
  }

  @Property(tries = 50)
  void levelsOfAPathCountTheSameAgain(@ForAll long seed) {
    Random random = new Random(seed);
    CountedEvents counted = new CountedEvents(KEPT.get(0), List.of(List.of("country")));
    CountedEvents imported = counted.empty();
    List<String> names = List.of("a", "a/b", "a/b/c", "a/d", "e");
    for (int i = 0; i < 40; i++) {
      record(counted, names.get(random.nextInt(5)), NOW - random.nextInt(500_000), random);
    }
    CountedEvents lines = counted.empty();
    for (String name : names) {
      List<CounterReader> below =
          names.stream()
              .filter(one -> one.lastIndexOf('/') == name.length() && one.startsWith(name))
              .map(counted::reader)
              .toList();
      counted.export(new OwnReader(counted.reader(name), below), name, NOW, lines);
    }
    lines
        .events()
        .forEach(
            line ->
                levels(line.counter())
                    .forEach(
                        level -> imported.add(level, line.time(), line.amount(), line.labels())));
    for (String name : names) {
      assertSame(imported, counted, name, LONG_AGO);
    }
  }

  private static void record(CountedEvents counted, String name, long time, Random random) {
    Amount amount = amount(random);
    Map<String, String> labels = labels(random);
    levels(name).forEach(level -> counted.add(level, time, amount, labels));
  }

  private static List<String> levels(String name) {
    int end = name.lastIndexOf('/');
    return end < 0
        ? List.of(name)
        : Stream.concat(Stream.of(name), levels(name.substring(0, end)).stream()).toList();
  }
}
