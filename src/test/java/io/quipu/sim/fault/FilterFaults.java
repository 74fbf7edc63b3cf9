package io.quipu.sim.fault;

import io.quipu.page.IdPartition;
import io.quipu.sim.Protocol;
import io.quipu.sim.core.Machine;
import io.quipu.store.SettledIds;
import io.quipu.store.WriteOutcome;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Faults of who leaves out look-ups: filters that lack ids which somebody has counted. */
final class FilterFaults {
  private FilterFaults() {}

  /** Takes a filter for complete that has only what was counted since the page was taken over. */
  static final class NotFilled extends Protocol {
    @Override
    protected SettledIds ids(Use use, Machine machine, SettledIds ids) {
      return new ForwardingIds(ids) {
        @Override
        public CompletionStage<CounterId> list(
            IdPartition partition, CounterId after, int rows, Consumer<CounterId> sink) {
          return CompletableFuture.completedStage(null);
        }
      };
    }
  }

  /** Takes a filter that was once complete for one that still is, whoever settled meanwhile. */
  static final class Kept extends Protocol {
    @Override
    protected SettledIds ids(Use use, Machine machine, SettledIds ids) {
      return new KeptFilters(ids);
    }
  }

  private static final class KeptFilters extends ForwardingIds {
    private final Map<IdPartition, Set<CounterId>> seen = new HashMap<>();
    private final Set<IdPartition> complete = new HashSet<>();

    private KeptFilters(SettledIds real) {
      super(real);
    }

    private Set<CounterId> seen(IdPartition partition) {
      return seen.computeIfAbsent(partition, any -> new LinkedHashSet<>());
    }

    @Override
    public CompletionStage<CounterId> list(
        IdPartition partition, CounterId after, int rows, Consumer<CounterId> sink) {
      if (complete.contains(partition)) {
        seen(partition).forEach(sink);
        return CompletableFuture.completedStage(null);
      }
      return real.list(partition, after, rows, sink.andThen(seen(partition)::add))
          .thenApply(
              last -> {
                if (last == null) {
                  complete.add(partition);
                }
                return last;
              });
    }

    @Override
    public CompletionStage<WriteOutcome> remember(IdPartition partition, List<Counted> ids) {
      ids.forEach(one -> seen(partition).add(new CounterId(one.counter(), one.id().id())));
      return real.remember(partition, ids);
    }
  }
}
