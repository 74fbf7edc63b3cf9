package io.quipu.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.RunPeriod;
import io.quipu.engine.state.RunPlace;
import io.quipu.engine.store.EventDirectory.Hour;
import io.quipu.engine.store.SettledIds.CounterId;
import io.quipu.engine.windows.EndedWindows;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.engine.windows.WindowPartition.Table;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The order of what tables hash by tells apart what is not equal, and nothing else. */
class KeyOrderTest {
  private static final List<CounterName> NAMES =
      Stream.of("a", "b", "votes")
          .flatMap(
              namespace ->
                  Stream.of("a", "AaAa", "BBBB", "AaBB", "\uffee", "\ud83d\ude00")
                      .map(name -> new CounterName(namespace, name)))
          .toList();

  @Test
  void ofCounters() {
    assertIsOrder(NAMES);
  }

  @Test
  void ofEventPartitions() {
    assertIsOrder(
        KeyOrderTest.<EventPartition>numbers(
            (a, b) ->
                Stream.of(
                    new EventPartition(a, 5L * b, 0),
                    new EventPartition(a, 0, b),
                    new EventPartition(0, 5L * a, b))));
  }

  @Test
  void ofHours() {
    assertIsOrder(
        KeyOrderTest.<Hour>numbers(
            (a, b) ->
                Stream.of(
                    new Hour(a, 3_600L * b, 0), new Hour(a, 0, b), new Hour(0, 3_600L * a, b))));
  }

  @Test
  void ofPartitionsOfIds() {
    assertIsOrder(
        KeyOrderTest.<RunPlace>numbers(
            (a, b) ->
                Stream.of(
                    new RunPlace(a, new RunPeriod(0, 0), b, 0),
                    new RunPlace(a, new RunPeriod(1_350, 675L * b), 0, 0),
                    new RunPlace(0, new RunPeriod(0, 0), a, b))));
  }

  @Test
  void ofEndedWindows() {
    assertIsOrder(
        Stream.of("a", "b")
            .flatMap(
                namespace ->
                    Stream.of(Granularity.values())
                        .map(granularity -> new EndedWindows(namespace, granularity)))
            .toList());
  }

  @Test
  void ofPartitionsOfWindows() {
    assertIsOrder(
        Stream.of(Table.values())
            .flatMap(
                table ->
                    Stream.of(Granularity.values())
                        .flatMap(
                            each ->
                                Stream.of(
                                    new WindowPartition(table, 0, each, 0),
                                    new WindowPartition(table, 1, each, 0),
                                    new WindowPartition(table, 0, each, 3_000L * 86_400))))
            .toList());
  }

  @Test
  void ofIds() {
    assertIsOrder(
        NAMES.stream()
            .flatMap(name -> Stream.of(new CounterId(name, "a"), new CounterId(name, "b")))
            .toList());
  }

  @Test
  void ofWindows() {
    assertIsOrder(
        Stream.of(Granularity.values())
            .flatMap(each -> Stream.of(new Window(each, 0), new Window(each, 86_400)))
            .toList());
  }

  /** Each once. */
  private static <K> List<K> numbers(BiFunction<Integer, Integer, Stream<K>> keys) {
    return Stream.of(0, 1, 2)
        .flatMap(a -> Stream.of(0, 1, 2).flatMap(b -> keys.apply(a, b)))
        .distinct()
        .toList();
  }

  private static <K extends Comparable<K>> void assertIsOrder(List<K> keys) {
    for (K a : keys) {
      for (K b : keys) {
        int order = Integer.signum(a.compareTo(b));
        assertThat(order).isEqualTo(-Integer.signum(b.compareTo(a)));
        assertThat(order == 0).as("%s, %s", a, b).isEqualTo(a.equals(b));
        assertThat(keys)
            .filteredOn(c -> order < 0 && b.compareTo(c) < 0)
            .allSatisfy(c -> assertThat(a.compareTo(c)).isNegative());
      }
    }
  }
}
