package io.quipu.testing.sim;

import io.quipu.engine.checkpoint.dedup.RowRule;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kinds.latest.StandingValues;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Layout;
import io.quipu.engine.model.WindowCount;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.writer.Confirmation;
import io.quipu.engine.writer.Incarnation;
import io.quipu.engine.writer.LowWatermark;
import io.quipu.engine.writer.WriterRegistry;
import io.quipu.engine.writer.WriterView;
import io.quipu.testing.sim.cassandra.Driver;
import io.quipu.testing.sim.cassandra.NodeCare;
import io.quipu.testing.sim.core.Machine;
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
