package io.quipu.lab.strategies;

import io.quipu.lab.strategies.measure.Measurement;
import io.quipu.lab.strategies.measure.Plan;
import io.quipu.lab.strategies.measure.Result;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/**
 * Measures ways to count on the same ground and by the same plan. Each step runs for all ways
 * before the next step begins. Speed and reads come last, because they depend on how warm the
 * cluster is.
 */
final class Comparison {
  private final Ground ground;
  private final Plan plan;
  private final PrintWriter progress;
  private final Map<Way, Measurement> measurements = new LinkedHashMap<>();
  private boolean complete = true;

  Comparison(Ground ground, Plan plan, PrintWriter progress) {
    this.ground = ground;
    this.plan = plan;
    this.progress = progress;
  }

  /** Measures ways, and prints the reason for each step that fails for a way. */
  List<Result> of(List<Way> ways) {
    step("Preparing", ways, this::prepare);
    measure("What goes wrong", Measurement::troubles);
    measure("Warming up", Measurement::warmUp);
    for (int turn = 1; turn <= Measurement.TURNS; turn++) {
      measure("Speed, turn " + turn + " of " + Measurement.TURNS, Measurement::turn);
    }
    measure("Reads", Measurement::reads);
    return measurements.values().stream().map(Measurement::result).toList();
  }

  private void prepare(Way way) {
    measurements.put(
        way, new Measurement(way.title(), way.isOurs(), way.make().apply(ground), plan));
  }

  private void measure(String what, Consumer<Measurement> step) {
    step(
        what,
        List.copyOf(measurements.keySet()),
        way -> step.accept(Objects.requireNonNull(measurements.get(way))));
  }

  private void step(String what, List<Way> ways, Consumer<Way> step) {
    for (Way way : ways) {
      if (ground.isClosed()) {
        return;
      }
      progress.println(what + ": " + way.title());
      try {
        step.accept(way);
      } catch (RuntimeException e) {
        complete = false;
        if (!ground.isClosed()) {
          progress.println("Not measured: " + reason(e));
        }
      }
    }
  }

  /** Tells whether no step failed for any way, and the ground is not closed. */
  boolean isComplete() {
    return complete && !ground.isClosed();
  }

  private static Throwable reason(RuntimeException failure) {
    Throwable cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? cause : failure;
  }
}
