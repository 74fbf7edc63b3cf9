package io.quipu.sim;

import io.quipu.counter.EventTime;
import io.quipu.counter.WindowCount;
import io.quipu.dedup.RowRule;
import io.quipu.kind.Recording;
import io.quipu.kinds.latest.StandingValues;
import io.quipu.page.Layout;
import io.quipu.sim.cassandra.Driver;
import io.quipu.sim.cassandra.NodeCare;
import io.quipu.sim.core.Machine;
import io.quipu.store.ClosedWindows;
import io.quipu.store.EventDirectory;
import io.quipu.store.EventLog;
import io.quipu.store.PageStore;
import io.quipu.store.SettledIds;
import io.quipu.writer.Confirmation;
import io.quipu.writer.Incarnation;
import io.quipu.writer.LowWatermark;
import io.quipu.writer.WriterRegistry;
import io.quipu.writer.WriterView;
import java.util.List;

/**
 * What the production classes of one process are given. As it stands, nothing but the simulated
 * stores; a seeded fault of the protocol overrides one method and spoils one collaborator.
 */
public class Protocol {
  /** Where a collaborator is used. */
  public enum Use {
    RECORDING,
    SETTLING,
    READING,
    COLLECTING
  }

  /** How Cassandra is run. */
  protected NodeCare care(NodeCare care) {
    return care;
  }

  /** What the kind of a counter has made of events. */
  protected Recording accepted(Recording recording) {
    return recording;
  }

  /** A new one for each process, as some faults keep a state. */
  protected EventLog events(Use use, Machine machine, EventLog events) {
    return events;
  }

  protected EventDirectory directory(Use use, Machine machine, EventDirectory directory) {
    return directory;
  }

  /**
   * @param driver of the process, for a fault that needs another store
   */
  protected PageStore pages(Use use, Machine machine, PageStore pages, Driver driver) {
    return pages;
  }

  protected SettledIds ids(Use use, Machine machine, SettledIds ids) {
    return ids;
  }

  protected ClosedWindows windows(Use use, Machine machine, ClosedWindows windows) {
    return windows;
  }

  protected StandingValues values(Use use, Machine machine, StandingValues values) {
    return values;
  }

  /** The rule of kind latest. */
  protected RowRule rule(Use use, RowRule rule) {
    return rule;
  }

  /** What a use takes for the constants of the keyspace. */
  protected Layout layout(Use use, Layout layout) {
    return layout;
  }

  protected WriterRegistry registry(Machine machine, WriterRegistry registry) {
    return registry;
  }

  protected LowWatermark lows(LowWatermark lows) {
    return lows;
  }

  /** As what the ingesting contexts record. */
  protected Incarnation recordsAs(Machine machine, Incarnation incarnation) {
    return incarnation;
  }

  /** The horizon that resets are held against. */
  protected EventTime horizonOfResets(EventTime horizon) {
    return horizon;
  }

  protected Confirmation confirmation(Confirmation confirmation) {
    return confirmation;
  }

  /** What the settlers hear of the group. */
  protected WriterView settlesBy(WriterView view) {
    return view;
  }

  /**
   * What readers are told of windows.
   *
   * @param now the group's time when they were asked for, as far as it was known
   */
  protected List<WindowCount> windows(List<WindowCount> windows, EventTime now) {
    return windows;
  }
}
