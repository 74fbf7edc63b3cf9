package io.quipu.sim.fault;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.store.CasOutcome;
import io.quipu.store.Checkpoint;
import io.quipu.store.CheckpointStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** A checkpoint store that does what another does, for those that spoil a part of it. */
class ForwardingCheckpoints implements CheckpointStore {
  final CheckpointStore real;

  ForwardingCheckpoints(CheckpointStore real) {
    this.real = real;
  }

  @Override
  public CompletionStage<Checkpoint> read(CounterName counter) {
    return real.read(counter);
  }

  @Override
  public CompletionStage<Checkpoint> readSerial(CounterName counter) {
    return real.readSerial(counter);
  }

  @Override
  public CompletionStage<Map<Window, Tally>> windows(CounterName counter, List<Window> windows) {
    return real.windows(counter, windows);
  }

  @Override
  public CompletionStage<WindowSlice> windowSlice(
      CounterName counter, Granularity granularity, Window first, Window last) {
    return real.windowSlice(counter, granularity, first, last);
  }

  @Override
  public CompletionStage<CasOutcome> prepare(CounterName counter, Checkpoint expected) {
    return real.prepare(counter, expected);
  }

  @Override
  public CompletionStage<CasOutcome> advance(
      CounterName counter, Checkpoint expected, Checkpoint next, Map<Window, Tally> windows) {
    return real.advance(counter, expected, next, windows);
  }

  @Override
  public CompletionStage<CasOutcome> collect(
      CounterName counter, Checkpoint expected, EventTime next) {
    return real.collect(counter, expected, next);
  }
}
