package io.quipu.testing.sim.fault;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.CounterRange;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.EventDirectory.Hour;
import io.quipu.engine.store.EventDirectory.Listing;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.PageStore.LastStep;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import java.util.Collection;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;

/** Faults where one read fails, or leaves something out, while all others work. */
final class UnreadableFaults {
  private UnreadableFaults() {}

  /** Takes rows that cannot be read for none. */
  record RowsAreNone(EventLog real) {
    public CompletionStage<Void> slicePage(
        EventPartition partition, int page, CounterRange counters, EventLog.PageSink sink) {
      return real.slicePage(partition, page, counters, sink).exceptionally(unavailable -> null);
    }

    public CompletionStage<Void> slice(
        EventPartition partition,
        int page,
        CounterName counter,
        EventTime from,
        EventTime before,
        EventLog.RowSink sink) {
      return real.slice(partition, page, counter, from, before, sink)
          .exceptionally(unavailable -> null);
    }
  }

  /** Takes partitions whose names cannot be read for none. */
  record PartitionsAreNone(EventDirectory real) {
    public CompletionStage<Listing> look(int part, Collection<Long> hours, long from) {
      return real.look(part, hours, from)
          .exceptionally(unavailable -> new Listing(new TreeSet<>(), new TreeSet<>()));
    }
  }

  /** Looks for rows in the last day that has any. */
  record LooksBackADay(EventDirectory real) {
    private static final long DAY = 86_400;

    public CompletionStage<Listing> look(int part, Collection<Long> hours, long from) {
      return real.look(part, hours, from)
          .thenApply(
              found -> {
                NavigableSet<Hour> late = new TreeSet<>(found.hours());
                if (!late.isEmpty()) {
                  long last = late.last().start();
                  late.removeIf(hour -> hour.start() < last - DAY);
                }
                return new Listing(late, found.partitions());
              });
    }
  }

  /** Exports one counter of the last step, as if a page had only one. */
  record ExportsOne(PageStore real) {
    public CompletionStage<LastStep> lastStep(int page) {
      return real.lastStep(page)
          .thenApply(
              last ->
                  new LastStep(last.header(), last.changed().stream().sorted().limit(1).toList()));
    }
  }
}
