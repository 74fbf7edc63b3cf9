package io.quipu.tools.cli;

import io.quipu.client.Count;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** A line for each change. */
final class LineView implements LiveView {
  private final PrintWriter out;

  LineView(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void show(Count count) {
    out.println(
        Instant.now().truncatedTo(ChronoUnit.MILLIS)
            + " "
            + Table.plain(count.counter())
            + " "
            + count.count());
  }
}
