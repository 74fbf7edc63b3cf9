package io.quipu.testing.sim.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** What happened in a simulated world, for a reader; empty unless it was asked for. */
public final class Trace {
  private final Timeline timeline;
  private final boolean wanted;
  private final List<String> lines = new ArrayList<>();

  public Trace(Timeline timeline, boolean wanted) {
    this.timeline = timeline;
    this.wanted = wanted;
  }

  public void note(String who, Supplier<String> what) {
    if (wanted) {
      lines.add(
          String.format(
              Locale.ROOT, "%11.6f  %-8s %s", (double) timeline.now() / 1e9, who, what.get()));
    }
  }

  public List<String> lines() {
    return List.copyOf(lines);
  }
}
