package io.quipu.cli.service;

import io.quipu.client.Count;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The set of counters that have reached a goal. For one thread at a time. */
public final class Reached {
  private final int counters;
  private final @Nullable BigInteger goal;
  private final Set<String> there = new HashSet<>();

  /**
   * @param goal the count to reach; null for a goal that is never reached
   */
  public Reached(int counters, @Nullable BigInteger goal) {
    this.counters = counters;
    this.goal = goal;
  }

  /** Takes in a count. Tells whether the latest counts of all counters have reached the goal. */
  public boolean all(Count count) {
    if (goal == null) {
      return false;
    }
    if (count.count().compareTo(goal) >= 0) {
      there.add(count.counter());
    } else {
      there.remove(count.counter());
    }
    return there.size() == counters;
  }
}
