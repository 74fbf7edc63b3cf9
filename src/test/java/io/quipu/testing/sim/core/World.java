package io.quipu.testing.sim.core;

import java.util.ArrayList;
import java.util.List;

/** What all parts of one simulated run share. Single-threaded. */
public final class World {
  private final Timeline timeline = new Timeline();
  private final SeededRandom random;
  private final SeededRandom aside;
  private final Trace trace;
  private final NetworkConditions network = new NetworkConditions();
  private final List<String> mishaps = new ArrayList<>();
  private final Met met = new Met();
  private long skipped;

  /**
   * @param traced whether to note what happens
   */
  public World(long seed, boolean traced) {
    this.random = new SeededRandom(seed);
    this.aside = new SeededRandom(~seed);
    this.trace = new Trace(timeline, traced);
  }

  public Timeline timeline() {
    return timeline;
  }

  public SeededRandom random() {
    return random;
  }

  /** Another one: what is drawn here changes nothing of what is drawn there. */
  public SeededRandom aside() {
    return aside;
  }

  public Trace trace() {
    return trace;
  }

  public NetworkConditions network() {
    return network;
  }

  /** The nanoseconds by which the wall clocks of new processes are ahead of the timeline. */
  public long skipped() {
    return skipped;
  }

  /** Lets time pass in which nothing happens: all processes have ended. */
  public void skip(long nanos) {
    skipped += nanos;
    met.struck(Mishap.WEEKS);
    trace.note("WORLD", () -> nanos / (86_400 * SeededRandom.SECOND) + " days pass");
  }

  public long now() {
    return timeline.now();
  }

  /** The abilities that are in use, and what goes wrong meanwhile. */
  public Met met() {
    return met;
  }

  /** Reports what no code may do, such as to throw where nobody catches. */
  public void mishap(String what) {
    mishaps.add(what);
    trace.note("MISHAP", () -> what);
  }

  public List<String> mishaps() {
    return mishaps;
  }
}
