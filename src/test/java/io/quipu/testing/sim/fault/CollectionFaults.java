package io.quipu.testing.sim.fault;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Layout;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.EventDirectory.Listing;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.SeededRandom;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.IntPredicate;

/** Faults of the deletion of rows. */
final class CollectionFaults {
  private CollectionFaults() {}

  static Layout waiting(Layout layout, Duration wait) {
    return new Layout(layout.pages(), layout.parts(), layout.seed(), wait);
  }

  /** Every read takes a while, as it may. */
  static final class CollectsAtOnce extends Protocol {
    CollectsAtOnce() {
      with(Use.READING, EventLog.class, SlowRows::new);
    }

    @Override
    protected Layout layout(Use use, Layout layout) {
      return use == Use.SETTLING ? waiting(layout, Duration.ofNanos(1)) : layout;
    }
  }

  record SlowRows(EventLog real, Machine machine) {
    public CompletionStage<Void> slice(
        EventPartition partition,
        int page,
        CounterName counter,
        EventTime from,
        EventTime before,
        EventLog.RowSink sink) {
      return Slowness.of(machine, 7 * SeededRandom.SECOND / 2)
          .thenCompose(now -> real.slice(partition, page, counter, from, before, sink));
    }
  }

  static final class ReadsWithoutDeadline extends Protocol {
    ReadsWithoutDeadline() {
      with(Use.READING, EventDirectory.class, SlowDirectory::new);
    }

    @Override
    protected Layout layout(Use use, Layout layout) {
      return use == Use.READING ? waiting(layout, Duration.ofDays(1)) : layout;
    }
  }

  record SlowDirectory(EventDirectory real, Machine machine) {
    public CompletionStage<Listing> look(int part, Collection<Long> hours, long from) {
      return Slowness.of(machine, 40 * SeededRandom.SECOND)
          .thenCompose(now -> real.look(part, hours, from));
    }
  }

  static final class CollectsByOnePage extends Protocol {
    private int parts = 1;

    CollectsByOnePage() {
      with(
          Use.SETTLING,
          PageStore.class,
          (pages, machine) -> new FarPages(pages, page -> page >= parts));
    }

    @Override
    protected Layout layout(Use use, Layout layout) {
      parts = layout.parts();
      return layout;
    }
  }

  /** Says of some pages that they are as far as can be, to who asks for their header alone. */
  record FarPages(PageStore real, IntPredicate far) {
    public CompletionStage<PageState> readSerial(int page, Collection<CounterName> counters) {
      return real.readSerial(page, counters)
          .thenApply(
              found ->
                  counters.isEmpty() && far.test(page) && !found.header().isFirst()
                      ? new PageState(at(EventTime.MAX, found.header()), Map.of())
                      : found);
    }

    private static PageHeader at(EventTime time, PageHeader header) {
      return new PageHeader(time, time, header.ids(), header.step());
    }
  }
}
