package io.quipu.sim.fault;

import io.quipu.counter.CounterName;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.page.WindowPartition;
import io.quipu.store.ClosedWindows;
import io.quipu.store.WriteOutcome;
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
