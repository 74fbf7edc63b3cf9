package io.quipu.lab.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The findings of a case. Filled by one thread while it runs. */
public final class Finding {
  private final String name;
  private final String title;
  private final Consumer<String> out;
  private final List<Comparison> comparisons = new ArrayList<>();
  private final List<Latency> latencies = new ArrayList<>();
  private final List<Cost> costs = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();

  /**
   * @param out is told of everything at once, a line each, so that a long run can be followed
   */
  public Finding(String name, String title, Consumer<String> out) {
    this.name = name;
    this.title = title;
    this.out = out;
  }

  public void add(Comparison comparison) {
    comparisons.add(comparison);
    out.accept("  " + comparison);
  }

  public void add(Latency latency) {
    latencies.add(latency);
    out.accept(
        "  %s at %s: p50 %.0f us, p99 %.0f us, p99.9 %.0f us, %d failed"
            .formatted(
                latency.side(),
                latency.load(),
                latency.micros(50),
                latency.micros(99),
                latency.micros(99.9),
                latency.failed()));
  }

  public void add(Cost cost) {
    costs.add(cost);
    out.accept(
        "  CPU per event, %s: %s %.1f us + %.1f us afterwards"
            .formatted(cost.side(), cost.process(), cost.micros(), cost.microsAfter()));
  }

  /** Something to know about it: settings, durability, what was left out and why. */
  public void note(String note) {
    notes.add(note);
    out.accept("  " + note);
  }

  /** Something that makes the case, and with it the run, a failure. */
  public void fail(String why) {
    failures.add("FAILED: " + why);
    out.accept("  FAILED: " + why);
  }

  public boolean hasFailed() {
    return !failures.isEmpty();
  }

  String name() {
    return name;
  }

  String title() {
    return title;
  }

  List<Comparison> comparisons() {
    return comparisons;
  }

  List<Latency> latencies() {
    return latencies;
  }

  List<Cost> costs() {
    return costs;
  }

  /** All there is to read, failures first. */
  List<String> notes() {
    return Stream.concat(failures.stream(), notes.stream()).toList();
  }

  /** The summary of a case besides its comparisons; empty if they say it all. */
  List<String> remarks() {
    return comparisons.isEmpty() ? notes() : List.copyOf(failures);
  }
}
