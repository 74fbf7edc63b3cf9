package io.quipu.tools.cli;

import io.quipu.client.Count;

/** Where counts are shown as they change. */
interface LiveView extends AutoCloseable {
  void show(Count count);

  /** Lets something else be printed between the counts. */
  default void aside(Runnable print) {
    print.run();
  }

  @Override
  default void close() {}
}
