package io.quipu.engine.query.ranking;

import io.quipu.engine.input.Utf8Order;
import io.quipu.engine.state.ListedCounter;
import io.quipu.engine.state.ListedValue;
import io.quipu.engine.state.Tally;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Finds the largest of any number of counters, and holds only these; adds up all. Confined to one
 * context.
 */
final class TopCounters {
  /** Orders by descending size, then by name. */
  static final Comparator<ListedCounter> ORDER =
      Comparator.comparing(ListedCounter::value, ListedValue::compareSize)
          .reversed()
          .thenComparing(ListedCounter::counter, Utf8Order.INSTANCE);

  private final int most;
  private final PriorityQueue<ListedCounter> smallestFirst = new PriorityQueue<>(ORDER.reversed());
  private long offered;
  private boolean tooMany;
  private @Nullable ListedValue sum;
  private final List<@Nullable ListedValue> ranges;

  /**
   * @param ranges the number of ranges of time that are summed up
   */
  TopCounters(int most, int ranges) {
    this.most = most;
    this.ranges = new ArrayList<>(Collections.nCopies(ranges, null));
  }

  /** Takes a counter. Each counter must be offered once. */
  void offer(ListedCounter counter) {
    offered++;
    ListedValue value = counter.value();
    sum = sum == null ? value : sum.and(value);
    if (smallestFirst.size() < most) {
      smallestFirst.add(counter);
    } else if (ORDER.compare(counter, smallestFirst.element()) < 0) {
      smallestFirst.remove();
      smallestFirst.add(counter);
    }
  }

  /** Adds to the sum of a range. */
  void add(int range, ListedValue value) {
    ListedValue before = ranges.get(range);
    ranges.set(range, before == null ? value : before.and(value));
  }

  /** Notes that there are more counters or series than can be offered. */
  void tooMany() {
    tooMany = true;
  }

  boolean hasTooMany() {
    return tooMany;
  }

  /** The sums of the ranges. */
  List<ListedValue> ranges() {
    return ranges.stream().map(value -> value == null ? (ListedValue) Tally.ZERO : value).toList();
  }

  /** The number of counters that were offered. */
  long offered() {
    return offered;
  }

  /** The values of all counters that were offered together. */
  ListedValue sum() {
    return sum == null ? Tally.ZERO : sum;
  }

  /** The largest of the offered counters, at most {@code most}, in {@link #ORDER}. */
  List<ListedCounter> first() {
    return smallestFirst.stream().sorted(ORDER).toList();
  }
}
