package io.quipu.cli;

import io.quipu.client.Count;

/** Where counts are shown as they change. */
interface LiveView extends AutoCloseable {
  void show(Count count);

  @Override
  default void close() {}
}
