package io.quipu.testing.sim.sketch;

import io.quipu.engine.kinds.sketch.SketchStore;
import io.quipu.engine.writer.Incarnation;
import io.quipu.engine.writer.WriterRegistry;
import io.quipu.engine.writer.WriterView;
import io.quipu.testing.sim.core.Machine;

/**
 * What the sketches of one process are given: as it stands, the simulated store and the real
 * writer; a seeded fault spoils a part of it. A new one for each process, as some faults keep a
 * state.
 */
class SketchProtocol {
  /** Who asks a store. */
  enum Use {
    RECORDING,
    READING,
    MERGING
  }

  SketchStore store(Use use, Machine machine, SketchStore store) {
    return store;
  }

  WriterRegistry registry(Machine machine, WriterRegistry registry) {
    return registry;
  }

  Incarnation recordsAs(Machine machine, Incarnation incarnation) {
    return incarnation;
  }

  WriterView mergesBy(WriterView view) {
    return view;
  }
}
