package io.quipu.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.counter.CounterName;
import io.quipu.counter.Granularity;
import io.quipu.counter.Window;
import io.quipu.store.DueBuckets.Bucket;
import java.util.List;
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
  void ofPartitions() {
    assertIsOrder(
        NAMES.stream()
            .flatMap(
                name ->
                    Stream.of(
                        new Partition(name, 0, 0),
                        new Partition(name, 60, 0),
                        new Partition(name, 0, 1)))
            .toList());
  }

  @Test
  void ofBuckets() {
    assertIsOrder(
        NAMES.stream()
            .flatMap(name -> Stream.of(new Bucket(name, 0), new Bucket(name, 60)))
            .toList());
  }

  @Test
  void ofWindows() {
    assertIsOrder(
        Stream.of(Granularity.values())
            .flatMap(each -> Stream.of(new Window(each, 0), new Window(each, 86_400)))
            .toList());
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
