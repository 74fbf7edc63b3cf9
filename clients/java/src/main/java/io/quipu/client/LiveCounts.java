package io.quipu.client;

/** Counters that are followed. They are until this is closed, or the client is. */
public interface LiveCounts extends AutoCloseable {
  /** Ends it. A call of the listener that is under way may still return afterwards. */
  @Override
  void close();
}
