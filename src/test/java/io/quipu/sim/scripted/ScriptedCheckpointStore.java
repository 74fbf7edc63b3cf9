package io.quipu.sim.scripted;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.sim.cassandra.CalmCluster;
import io.quipu.sim.cassandra.SimulatedCheckpointStore;
import io.quipu.store.CasOutcome;
import io.quipu.store.Checkpoint;
import io.quipu.store.CheckpointStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Checkpoints as simulated, with scripted answers. */
public final class ScriptedCheckpointStore implements CheckpointStore {
  /** What may be asked of it. */
  public enum Call {
    READ,
    READ_SERIAL,
    WINDOWS,
    WINDOW_SLICE,
    ADVANCE,
    PREPARE,
    COLLECT
  }

  public final Script<Call> script = new Script<>();
  private final CalmCluster cluster = CalmCluster.of(1);
  private final SimulatedCheckpointStore store = new SimulatedCheckpointStore(cluster.driver());

  public Checkpoint stored(CounterName counter) {
    return cluster.await(store.readSerial(counter));
  }

  public Map<Window, Tally> storedWindows(CounterName counter) {
    return cluster.await(store.windows(counter));
  }

  /** Advances as another settler would. */
  public boolean advanced(
      CounterName counter, Checkpoint expected, Checkpoint next, Map<Window, Tally> changed) {
    return cluster.isApplied(store.advance(counter, expected, next, changed));
  }

  @Override
  public CompletionStage<Checkpoint> read(CounterName counter) {
    return script.read(Call.READ, () -> cluster.await(store.read(counter)));
  }

  @Override
  public CompletionStage<Checkpoint> readSerial(CounterName counter) {
    return script.read(Call.READ_SERIAL, () -> cluster.await(store.readSerial(counter)));
  }

  @Override
  public CompletionStage<Map<Window, Tally>> windows(CounterName counter, List<Window> asked) {
    return script.read(Call.WINDOWS, () -> cluster.await(store.windows(counter, asked)));
  }

  @Override
  public CompletionStage<WindowSlice> windowSlice(
      CounterName counter, Granularity granularity, Window first, Window last) {
    return script.read(
        Call.WINDOW_SLICE,
        () -> cluster.await(store.windowSlice(counter, granularity, first, last)));
  }

  @Override
  public CompletionStage<CasOutcome> prepare(CounterName counter, Checkpoint expected) {
    return script.conditional(
        Call.PREPARE, () -> cluster.isApplied(store.prepare(counter, expected)));
  }

  @Override
  public CompletionStage<CasOutcome> collect(
      CounterName counter, Checkpoint expected, EventTime next) {
    return script.conditional(
        Call.COLLECT, () -> cluster.isApplied(store.collect(counter, expected, next)));
  }

  @Override
  public CompletionStage<CasOutcome> advance(
      CounterName counter, Checkpoint expected, Checkpoint next, Map<Window, Tally> changed) {
    Map<Window, Tally> sent = Map.copyOf(changed);
    return script.conditional(Call.ADVANCE, () -> advanced(counter, expected, next, sent));
  }
}
