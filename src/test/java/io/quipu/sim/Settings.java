package io.quipu.sim;

import io.quipu.counter.CounterName;
import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.ShardedCounter;

/**
 * How a counter is counted.
 *
 * @param shards over how many pages it is spread
 * @param retention class of its rows
 * @param window how long its ids are remembered
 */
record Settings(CounterName counter, int shards, int retention, int window) {
  /** Whether the windows of ids pass within a run. */
  boolean isSoonForgotten() {
    return window > DeduplicationWindow.FOREVER && window < DeduplicationWindow.USUAL;
  }

  ShardedCounter sharded() {
    return new ShardedCounter(counter, shards);
  }
}
