package io.quipu.client;

import java.math.BigInteger;
import java.util.concurrent.CompletionStage;

/**
 * Series of a counter that are followed.
 *
 * @param breakdown of which they are
 */
record FollowableSeries(Breakdown breakdown) implements Followable<CounterSeries> {
  /** As many series as one message has. */
  private static final int MOST = 1_000;

  @Override
  public CounterSeries read(JsonObject message) {
    return new CounterSeries(
        message.text("namespace"), message.text("counter"), Answers.series(message));
  }

  @Override
  public CounterRef counter(CounterSeries series) {
    return new CounterRef(series.namespace(), series.counter());
  }

  @Override
  public BigInteger events(CounterSeries all) {
    return all.series().stream().map(Series::events).reduce(BigInteger.ZERO, BigInteger::add);
  }

  @Override
  public CompletionStage<CounterSeries> now(Reads reads, CounterRef counter) {
    return reads
        .series(counter, breakdown.limit(MOST))
        .thenApply(series -> new CounterSeries(counter.namespace(), counter.counter(), series));
  }
}
