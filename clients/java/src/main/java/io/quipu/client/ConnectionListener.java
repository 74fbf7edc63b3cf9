package io.quipu.client;

/**
 * The listener for what becomes of live connections. It is called by one thread at a time, and must
 * not block for long.
 */
public interface ConnectionListener {
  /** A connection is lost, or could not be made; another one is tried after a while. */
  default void onLost(QuipuException why) {}

  /** The end, without a call of {@link LiveCounts#close()}: nothing more is told. */
  default void onError(QuipuException error) {}
}
