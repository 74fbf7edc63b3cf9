package io.quipu.sim;

import io.quipu.counter.EventTime;
import io.quipu.counter.WindowCount;
import io.quipu.ingest.Confirmation;
import io.quipu.sim.cassandra.Driver;
import io.quipu.sim.core.Machine;
import io.quipu.store.CheckpointStore;
import io.quipu.store.DueBuckets;
import io.quipu.store.EventStore;
import io.quipu.store.MemberStore;
import io.quipu.writer.Incarnation;
import io.quipu.writer.LowWatermark;
import io.quipu.writer.WriterRegistry;
import io.quipu.writer.WriterView;
import java.time.Duration;
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

  /** A new one for each process, as some faults keep a state. */
  protected EventStore events(Use use, Machine machine, EventStore events) {
    return events;
  }

  protected CheckpointStore checkpoints(
      Use use, Machine machine, CheckpointStore checkpoints, Driver driver) {
    return checkpoints;
  }

  protected MemberStore members(Use use, Machine machine, MemberStore members) {
    return members;
  }

  /** For the settlers, which enter buckets, and for the collectors. */
  protected DueBuckets dueBuckets(Machine machine, DueBuckets due) {
    return due;
  }

  /** How long the collectors wait. */
  protected Duration collectionWait(Duration wait) {
    return wait;
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
   * @param horizon known when they were asked for
   */
  protected List<WindowCount> windows(List<WindowCount> windows, EventTime horizon) {
    return windows;
  }
}
