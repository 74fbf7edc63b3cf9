package io.quipu.lab.cluster;

import java.util.concurrent.atomic.LongAdder;

/** Numbers of what happened, over all clients and counters. */
final class Tally {
  final LongAdder requests = new LongAdder();
  final LongAdder acknowledged = new LongAdder();
  final LongAdder refused = new LongAdder();
  final LongAdder inDoubt = new LongAdder();
  final LongAdder sentAgain = new LongAdder();
  final LongAdder redelivered = new LongAdder();
  final LongAdder reads = new LongAdder();
  final LongAdder readsRefused = new LongAdder();
  final LongAdder records = new LongAdder();
  final LongAdder stepsBack = new LongAdder();

  /** Attempts that were answered, or given up, without an acknowledgement. */
  long failed() {
    return refused.sum() + inDoubt.sum();
  }
}
