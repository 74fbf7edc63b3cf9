package io.quipu.client;

/** The listener for counts. It is called by one thread at a time, and must not block for long. */
@FunctionalInterface
public interface LiveListener extends ConnectionListener {
  /** A count: first the present one of each counter, then one whenever it changed. */
  void onCount(Count count);
}
