package io.quipu.testing.sim.scripted;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.checkpoint.CheckpointMeters;
import io.quipu.engine.checkpoint.Settling;
import io.quipu.engine.checkpoint.SettlingReports;
import io.quipu.engine.checkpoint.collect.CollectionMeters;
import io.quipu.engine.checkpoint.collect.DeletionSources;
import io.quipu.engine.ids.RunFilters;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.TestLayout;
import io.quipu.engine.state.IdRun;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.store.EventDirectory.Hour;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.store.Site;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Done;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.engine.writer.EndedWriters;
import io.quipu.engine.writer.WriterView;
import io.quipu.ops.trace.Tracing;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** All stores of pages, and somebody who settles and collects what is in them when told to. */
public final class ScriptedStores {
  private static final UUID SETTLER = new UUID(0, 1);
  private static final int LOOKS = 5;
  private static final int MOST_SETTLERS = 1_000;

  public final Layout layout;
  public final ScriptedPageStore pages = new ScriptedPageStore();
  public final ScriptedEventLog events;
  public final ScriptedEventDirectory directory;
  public final ScriptedSettledIds ids;
  public final RunFilters filters = new RunFilters(1_000_000);
  public final ScriptedClosedWindows windows = new ScriptedClosedWindows();
  public final ScriptedCounterNames names = new ScriptedCounterNames();

  public ScriptedStores() {
    this(TestLayout.SMALL);
  }

  public ScriptedStores(Layout layout) {
    this.layout = layout;
    this.events = new ScriptedEventLog(layout);
    this.directory = events.directory;
    this.ids = new ScriptedSettledIds(layout);
  }

  public CounterStores all() {
    return new CounterStores(
        pages, directory, events, ids, filters, windows, names, pages.slices());
  }

  public Site site(Clock clock, Scheduler scheduler) {
    return new Site(all(), layout, clock, scheduler);
  }

  /** Puts one findable row with an id on its page. */
  public UUID put(CounterName counter, int shards, EventTime at, long delta, String id) {
    EventRow row = new EventRow(at.timeuuid(0, 1), delta, 1, id, DeduplicationWindow.FOREVER);
    return events.put(RetentionClass.USUAL, layout.shardOf(id, shards), counter, row);
  }

  /** Settles all pages up to there, by settlers that know only what is stored. */
  public void settle(EventTime horizon) {
    for (int settlers = 0; isBehind(horizon); settlers++) {
      if (settlers == MOST_SETTLERS) {
        throw new AssertionError("not settled");
      }
      settleSome(horizon);
    }
  }

  /** A settler looks at one horizon once. */
  private void settleSome(EventTime horizon) {
    HandDrivenTime time = new HandDrivenTime();
    Settling settling = settling(time);
    settling.start();
    settling.onView(
        new WriterView(
            SETTLER, horizon, EventTime.MIN, horizon, List.of(SETTLER), EndedWriters.NONE));
    for (int looks = 0; looks < LOOKS; looks++) {
      for (int page = 0; page < layout.pages(); page++) {
        settling.ended(page);
        settling.hasten(page, EventTime.MIN);
      }
      time.passMillis(150);
    }
    settling.stop();
  }

  private Settling settling(HandDrivenTime time) {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    return new Settling(
        site(time, time),
        List.of(),
        new RowShare(100_000_000),
        new Settling.Pace(Duration.ofMillis(1)),
        DeletionSources.NONE,
        (page, until) -> {},
        new SettlingReports(
            new CheckpointMeters(registry), new CollectionMeters(registry), Tracing.NONE));
  }

  private boolean isBehind(EventTime horizon) {
    for (int page = 0; page < layout.pages(); page++) {
      if (pages.header(page).until().isBefore(horizon)) {
        return true;
      }
    }
    return false;
  }

  /** Deletes, at once, whatever may be deleted some time after the last step of a page. */
  public void collect(int page) {
    PageHeader header = pages.header(page);
    int part = layout.part(page);
    for (Hour hour : directory.hours(part)) {
      for (EventPartition partition : directory.named(part, hour.start())) {
        EventTime end = RetentionClass.deletable(partition.retention(), header.collected());
        if (!partition.end().isAfter(end)) {
          delete(partition);
        }
      }
    }
    for (IdRun run : header.ids().gone()) {
      for (int piece = 0; piece < run.pieces(); piece++) {
        written(Done.value(ids.delete(run.place(page, piece))));
      }
    }
  }

  /** Deletes the rows of a partition. */
  public void delete(EventPartition partition) {
    written(Done.value(events.delete(partition)));
  }

  private static void written(WriteOutcome outcome) {
    if (outcome != WriteOutcome.WRITTEN) {
      throw new AssertionError(outcome);
    }
  }
}
