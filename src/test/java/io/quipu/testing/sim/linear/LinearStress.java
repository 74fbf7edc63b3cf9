package io.quipu.testing.sim.linear;

import io.quipu.engine.names.CounterName;
import io.quipu.testing.sim.KindSeeds.Runs;
import io.quipu.testing.sim.KindSimulation.Result;
import io.quipu.testing.sim.Protocol;
import java.util.List;
import java.util.function.Supplier;

/** What linear counters are strained by, besides what happens in every world. */
public enum LinearStress implements Runs {
  USUAL(List.of()),
  /** The windows of a namespace are switched on and off. */
  TOGGLED(LinearToggles.COUNTERS),
  /**
   * Wall clocks are days apart, few ids are remembered, weeks lie between two events, and all is
   * deleted in the end.
   */
  APART(LinearLoad.FORGETFUL);

  @SuppressWarnings("ImmutableEnumChecker") // an immutable list of records
  private final List<CounterName> counters;

  LinearStress(List<CounterName> counters) {
    this.counters = counters;
  }

  /** The counters that only these worlds have. */
  List<CounterName> counters() {
    return counters;
  }

  @Override
  public Result run(long seed, boolean faults, boolean traced, Supplier<Protocol> protocol) {
    return LinearSimulation.run(this, seed, faults, traced, protocol);
  }
}
