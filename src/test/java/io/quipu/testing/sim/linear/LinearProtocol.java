package io.quipu.testing.sim.linear;

import io.quipu.engine.kinds.linear.LinearRules;
import io.quipu.engine.kinds.linear.LinearStore;
import io.quipu.engine.model.Namespace;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * What the counters of one process are given: as it stands, nothing but the simulated store; a
 * seeded fault spoils it. A new one for each process, as some faults keep a state.
 */
class LinearProtocol {
  /**
   * @param writer under which the process counts
   */
  LinearStore store(LinearStore store, UUID writer) {
    return store;
  }

  /**
   * @param find the settings of namespaces
   */
  LinearRules rules(Function<String, CompletionStage<Optional<Namespace>>> find, Clock clock) {
    return new LinearRules(find, clock);
  }

  /** That of a process which changes settings, and waits until a change holds. */
  Scheduler waiting(Scheduler scheduler) {
    return scheduler;
  }
}
