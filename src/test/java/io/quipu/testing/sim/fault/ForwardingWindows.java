package io.quipu.testing.sim.fault;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Tally;
import io.quipu.engine.model.Window;
import io.quipu.engine.model.WindowPartition;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.WriteOutcome;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** A store of closed windows that does what another does, for those that spoil a part of it. */
class ForwardingWindows implements ClosedWindows {
  final ClosedWindows real;

  ForwardingWindows(ClosedWindows real) {
    this.real = real;
  }

  @Override
  public CompletionStage<WriteOutcome> write(WindowPartition partition, List<Closed> windows) {
    return real.write(partition, windows);
  }

  @Override
  public CompletionStage<Map<Window, Tally>> read(
      int page, CounterName counter, Window first, Window last) {
    return real.read(page, counter, first, last);
  }
}
