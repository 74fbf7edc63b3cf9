package io.quipu.engine.query;

import io.quipu.engine.kind.answer.Listing;
import io.quipu.engine.kind.answer.Listing.FoundCounter;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.state.ListedValue;
import io.quipu.engine.store.CounterNames;
import io.quipu.engine.store.LivingNames;
import io.quipu.engine.store.LivingNames.LivingCounters;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
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

  /**
   * Lists a range. Fails with the store unavailable, also if too few rows become free in time.
   *
   * @param values reads the values of counters, in their order
   */
  CompletionStage<Listing> list(
      Question.Names asked,
      Function<List<KnownCounter>, CompletionStage<List<ListedValue>>> values) {
    return rows.with(
        rows.patienceEnds(),
        2 * asked.limit(),
        held ->
            names
                .list(LivingCounters.of(asked.namespace()), asked.names(), asked.limit())
                .thenCompose(
                    found ->
                        values
                            .apply(
                                found.stream()
                                    .map(one -> new KnownCounter(one, asked.namespace()))
                                    .toList())
                            .thenApply(known -> listing(found, known))));
  }

  private static Listing listing(List<CounterName> found, List<ListedValue> values) {
    return new Listing(
        IntStream.range(0, found.size())
            .mapToObj(i -> new FoundCounter(found.get(i), values.get(i)))
            .toList());
  }
}
