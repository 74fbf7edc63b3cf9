package io.quipu.testing.sim.fault;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventPartition;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Layout;
import io.quipu.engine.model.PageHeader;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.PageStore;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.cassandra.Driver;
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

  private static Layout waiting(Layout layout, Duration wait) {
    return new Layout(layout.pages(), layout.parts(), layout.seed(), wait);
  }

  /** Deletes at once what all pages have passed; every read takes a while, as it may. */
  static final class CollectsAtOnce extends Protocol {
    @Override
    protected Layout layout(Use use, Layout layout) {
      return use == Use.SETTLING ? waiting(layout, Duration.ofNanos(1)) : layout;
    }

    @Override
    protected EventLog events(Use use, Machine machine, EventLog events) {
      return use == Use.READING ? new SlowRows(events, machine) : events;
    }
  }

  /** Answers reads however long they took. */
  static final class ReadsWithoutDeadline extends Protocol {
    @Override
    protected Layout layout(Use use, Layout layout) {
      return use == Use.READING ? waiting(layout, Duration.ofDays(1)) : layout;
    }

    @Override
    protected EventDirectory directory(Use use, Machine machine, EventDirectory directory) {
      return use == Use.READING
          ? new SlowDirectory(directory, machine, 40 * SeededRandom.SECOND)
          : directory;
    }
  }

  private static final class SlowRows extends ForwardingEventLog {
    private final Machine machine;

    private SlowRows(EventLog real, Machine machine) {
      super(real);
      this.machine = machine;
    }

    @Override
    public CompletionStage<Void> slice(
        EventPartition partition,
        int page,
        CounterName counter,
        EventTime from,
        EventTime before,
        RowSink sink) {
      return Slowness.of(machine, 7 * SeededRandom.SECOND / 2)
          .thenCompose(now -> real.slice(partition, page, counter, from, before, sink));
    }
  }

  private static final class SlowDirectory extends ForwardingDirectory {
    private final Machine machine;
    private final long most;

    private SlowDirectory(EventDirectory real, Machine machine, long most) {
      super(real);
      this.machine = machine;
      this.most = most;
    }

    @Override
    public CompletionStage<Listing> look(int part, Collection<Long> hours, long from) {
      return Slowness.of(machine, most).thenCompose(now -> real.look(part, hours, from));
    }
  }

  /** Collects whatever is named, as if every page had passed it. */
  static final class CollectsUnsettled extends Protocol {
    @Override
    protected PageStore pages(Use use, Machine machine, PageStore pages, Driver driver) {
      return use == Use.SETTLING ? new FarPages(pages, page -> true) : pages;
    }
  }

  /** Collects what the first page of a part has passed, wherever the others are. */
  static final class CollectsByOnePage extends Protocol {
    private int parts = 1;

    @Override
    protected Layout layout(Use use, Layout layout) {
      parts = layout.parts();
      return layout;
    }

    @Override
    protected PageStore pages(Use use, Machine machine, PageStore pages, Driver driver) {
      return use == Use.SETTLING ? new FarPages(pages, page -> page >= parts) : pages;
    }
  }

  /** Says of some pages that they are as far as can be, to who asks for their header alone. */
  private static final class FarPages extends ForwardingPages {
    private final IntPredicate far;

    private FarPages(PageStore real, IntPredicate far) {
      super(real);
      this.far = far;
    }

    @Override
    public CompletionStage<PageState> readSerial(int page, Collection<CounterName> counters) {
      return real.readSerial(page, counters)
          .thenApply(
              found ->
                  counters.isEmpty() && far.test(page) && !found.header().isFirst()
                      ? new PageState(at(EventTime.MAX, found.header()), Map.of())
                      : found);
    }

    private static PageHeader at(EventTime time, PageHeader header) {
      return new PageHeader(time, time, header.remembered(), header.step());
    }
  }
}
