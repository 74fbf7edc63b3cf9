package io.quipu.cli.screen;

import io.quipu.client.Count;

/** A view that shows counts when they change. */
public interface LiveView extends AutoCloseable {
  void show(Count count);

  /** Prints other text than counts, so that both stay readable. */
  default void aside(Runnable print) {
    print.run();
  }

  @Override
  default void close() {}
}
