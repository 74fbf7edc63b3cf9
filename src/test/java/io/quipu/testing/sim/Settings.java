package io.quipu.testing.sim;

import io.quipu.engine.ingest.Reset;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;

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

  /** Whether it is of kind latest. */
  boolean isStated() {
    return window == DeduplicationWindow.OTHER_RULES;
  }

  Reset reset() {
    return new Reset(counter, shards, retention);
  }
}
