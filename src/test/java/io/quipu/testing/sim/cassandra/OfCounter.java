package io.quipu.testing.sim.cassandra;

import io.quipu.engine.names.CounterName;

/** The place of a row that belongs to a counter. */
interface OfCounter {
  /** The counter; null if the row belongs to all. */
  CounterName ofCounter();
}
