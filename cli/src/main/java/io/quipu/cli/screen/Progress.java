package io.quipu.cli.screen;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** The progress of long work, printed to a terminal at most 4 times a second. For one thread. */
public final class Progress implements AutoCloseable {
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(250);
  private static final String CLEAR = "\r\u001b[K";

  private final PrintWriter out;
  private final String unit;
  private final boolean shown;
  private final long start = System.nanoTime();
  private long told = start;
  private long steps;

  private Progress(PrintWriter out, String unit, boolean shown) {
    this.out = out;
    this.unit = unit;
    this.shown = shown;
  }

  /**
   * @param unit the word for the steps that are counted
   * @param silent whether to print nothing, even to a terminal
   */
  public static Progress on(PrintWriter out, String unit, boolean silent) {
    return new Progress(out, unit, !silent && Terminal.isThere());
  }

  public void step() {
    steps++;
    long now = System.nanoTime();
    if (shown && now - told >= PAUSE) {
      told = now;
      double seconds = (now - start) / 1e9;
      out.printf(Locale.ROOT, CLEAR + "%,d %s, %,.0f a second", steps, unit, steps / seconds);
      out.flush();
    }
  }

  @Override
  public void close() {
    if (shown) {
      out.print(CLEAR);
      out.flush();
    }
  }
}
