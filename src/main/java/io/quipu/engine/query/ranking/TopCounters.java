package io.quipu.engine.query.ranking;

import io.quipu.engine.model.Tally;
import io.quipu.engine.model.Utf8Order;
import io.quipu.engine.store.CounterSlices.Settled;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Finds the largest of any number of counters, and holds only these. Confined to one context. */
final class TopCounters {
  /** Orders by descending count, then by name. */
  static final Comparator<Settled> ORDER =
      Comparator.comparing((Settled one) -> one.tally().count())
          .reversed()
          .thenComparing(Settled::counter, Utf8Order.INSTANCE);

  private final int most;
  private final PriorityQueue<Settled> smallestFirst = new PriorityQueue<>(ORDER.reversed());
  private long offered;
  private Tally sum = Tally.ZERO;

  TopCounters(int most) {
    this.most = most;
  }

  /** Takes a counter. Each counter must be offered once. */
  void offer(Settled counter) {
    offered++;
    sum = sum.plus(counter.tally());
    if (smallestFirst.size() < most) {
      smallestFirst.add(counter);
    } else if (ORDER.compare(counter, smallestFirst.element()) < 0) {
      smallestFirst.remove();
      smallestFirst.add(counter);
    }
  }

  /** The number of counters that were offered. */
  long offered() {
    return offered;
  }

  /** The tally of all counters that were offered. */
  Tally sum() {
    return sum;
  }

  /** The largest of the offered counters, at most {@code most}, in {@link #ORDER}. */
  List<Settled> first() {
    return smallestFirst.stream().sorted(ORDER).toList();
  }
}
