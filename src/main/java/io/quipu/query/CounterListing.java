package io.quipu.query;

import io.quipu.counter.CounterName;
import io.quipu.query.QueryAddresses.Listing;
import io.quipu.query.QueryAddresses.Page;
import io.quipu.query.QueryAddresses.SettledCounter;
import io.quipu.store.Checkpoint;
import io.quipu.store.CheckpointStore;
import io.quipu.store.CounterDirectory;
import io.quipu.time.BoundedConcurrency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/** Lists the settled counters of a namespace with their checkpoints, page by page. */
final class CounterListing {
  private static final int CHECKPOINTS_AT_ONCE = 64;

  private final CounterDirectory directory;
  private final CheckpointStore checkpoints;

  CounterListing(CounterDirectory directory, CheckpointStore checkpoints) {
    this.directory = directory;
    this.checkpoints = checkpoints;
  }

  CompletionStage<Listing> list(Page page) {
    return directory
        .list(page.namespace(), page.after(), page.limit())
        .thenCompose(this::withCheckpoints);
  }

  private CompletionStage<Listing> withCheckpoints(List<CounterName> names) {
    Map<CounterName, Checkpoint> found = new HashMap<>();
    return BoundedConcurrency.forEach(
            CHECKPOINTS_AT_ONCE,
            names,
            name -> checkpoints.read(name).thenAccept(read -> found.put(name, read)))
        .thenApply(
            all ->
                new Listing(
                    names.stream()
                        .map(
                            name ->
                                new SettledCounter(name, Objects.requireNonNull(found.get(name))))
                        .toList()));
  }
}
