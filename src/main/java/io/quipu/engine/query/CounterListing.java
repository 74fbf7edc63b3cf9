package io.quipu.engine.query;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.query.QueryMessages.CounterRange;
import io.quipu.engine.query.QueryMessages.FoundCounter;
import io.quipu.engine.query.QueryMessages.Listing;
import io.quipu.engine.state.ListedValue;
import io.quipu.engine.store.CounterNames;
import io.quipu.engine.store.LivingNames;
import io.quipu.engine.store.LivingNames.LivingCounters;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/**
 * Lists the counters of a namespace with their values, one range of names at a time. For each
 * counter, a listing takes two of the rows that reads may hold: one for its state, and one for the
 * answer.
 */
final class CounterListing {
  private final LivingNames names;
  private final TailRows rows;

  CounterListing(CounterNames names, TailRows rows) {
    this.names = new LivingNames(names);
    this.rows = rows;
  }

  /** Reads the values of counters of a namespace, in their order. */
  @FunctionalInterface
  interface Values {
    CompletionStage<List<ListedValue>> of(Namespace namespace, List<CounterName> counters);
  }

  /** Lists a range. Fails with the store unavailable, also if too few rows become free in time. */
  CompletionStage<Listing> list(CounterRange range, Values values) {
    return rows.with(
        rows.patienceEnds(),
        2 * range.limit(),
        held ->
            names
                .list(LivingCounters.of(range.namespace()), range.names(), range.limit())
                .thenCompose(
                    found ->
                        values
                            .of(range.namespace(), found)
                            .thenApply(known -> listing(found, known))));
  }

  private static Listing listing(List<CounterName> found, List<ListedValue> values) {
    return new Listing(
        IntStream.range(0, found.size())
            .mapToObj(i -> new FoundCounter(found.get(i), values.get(i)))
            .toList());
  }
}
