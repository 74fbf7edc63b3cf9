package io.quipu.cli;

import io.quipu.client.Count;

/** A view that shows counts when they change. */
interface LiveView extends AutoCloseable {
  void show(Count count);

  /** Prints other text than counts, so that both stay readable. */
  default void aside(Runnable print) {
    print.run();
  }

  @Override
  default void close() {}
}
