package io.quipu.client;

/** The listener for counts. It is called by one thread at a time, and must not block for long. */
@FunctionalInterface
public interface LiveListener {
  /** A count: first the present one of each counter, then one whenever it changed. */
  void onCount(Count count);

  /** A connection is lost, or could not be made; another one is tried after a while. */
  default void onLost(QuipuException why) {}

  /** The end, without a call of {@link LiveCounts#close()}: nothing more is told. */
  default void onError(QuipuException error) {}
}
