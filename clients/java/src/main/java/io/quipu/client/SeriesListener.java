package io.quipu.client;

/** The listener for series. It is called by one thread at a time, and must not block for long. */
@FunctionalInterface
public interface SeriesListener extends ConnectionListener {
  /** All series of the counter: first the present ones, then again whenever one changed. */
  void onSeries(CounterSeries series);
}
