package io.quipu.lab.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/** Faults one after the other, in an order that follows from the seed. */
final class FaultLane {
  private final List<Fault> faults;
  private final Stage stage;
  private final Load load;
  private final Random random;
  private final List<String> done = new CopyOnWriteArrayList<>();
  private volatile boolean throughOnce;

  FaultLane(List<Fault> faults, Stage stage, Load load) {
    this.faults = faults;
    this.stage = stage;
    this.load = load;
    this.random = new Random(stage.random().nextLong());
  }

  /** Goes through all faults, and through all again, until it is over; all happen once at least. */
  void run(BooleanSupplier over) throws Exception {
    do {
      List<Fault> order = new ArrayList<>(faults);
      Collections.shuffle(order, random);
      for (Fault fault : order) {
        if (throughOnce && over.getAsBoolean()) {
          return;
        }
        happen(fault);
      }
      throughOnce = true;
    } while (!over.getAsBoolean());
  }

  private void happen(Fault fault) throws Exception {
    stage.findings().tell("begins: %s", fault.name());
    long start = System.nanoTime();
    fault.course().run();
    LongAdder events = stage.tally().acknowledged;
    long acknowledged = events.sum();
    Waits.until(
        "events to be acknowledged again",
        () -> !load.isWhole() || events.sum() > acknowledged + 100);
    if (!load.isWhole()) {
      throw new AssertionError("a client or reader has ended", load.failure());
    }
    stage
        .findings()
        .tell("is over after %d s: %s", (System.nanoTime() - start) / 1_000_000_000, fault.name());
    done.add(fault.name());
  }

  /** True once every fault has happened. */
  boolean isThroughOnce() {
    return throughOnce;
  }

  /** The names of the faults, in their order, each as often as it happened. */
  List<String> done() {
    return List.copyOf(done);
  }
}
