package io.quipu.cli;

import io.quipu.client.Count;
import io.quipu.client.CounterRef;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A line for each counter, written over four times a second. */
final class TerminalView implements LiveView {
  private static final int SECONDS = 24;
  private static final int LONGEST_NAME = 40;
  private static final int TICKS = 4;
  private static final String CLEAR = "\r\u001b[K";

  private final PrintWriter out;
  private final Map<String, Row> rows = new LinkedHashMap<>();
  private final ScheduledExecutorService ticks =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "quipu-watch");
            thread.setDaemon(true);
            return thread;
          });
  private int tick;
  private boolean drawn;

  TerminalView(PrintWriter out, List<CounterRef> counters) {
    this.out = out;
    counters.forEach(counter -> rows.put(counter.counter(), new Row()));
    var unused = ticks.scheduleAtFixedRate(this::tick, 0, 1_000 / TICKS, TimeUnit.MILLISECONDS);
  }

  @Override
  public synchronized void show(Count count) {
    Objects.requireNonNull(rows.get(count.counter()), count.counter()).count = count.count();
  }

  private synchronized void tick() {
    if (++tick % TICKS == 0) {
      rows.values().forEach(Row::secondPassed);
    }
    draw();
  }

  private void draw() {
    if (drawn) {
      out.print("\u001b[" + rows.size() + "A");
    }
    drawn = true;
    rows.forEach(
        (name, row) -> out.printf(CLEAR + "%-" + LONGEST_NAME + "s  %s%n", shortened(name), row));
    out.flush();
  }

  private static String shortened(String name) {
    String plain = Table.plain(name);
    return plain.length() <= LONGEST_NAME ? plain : plain.substring(0, LONGEST_NAME - 1) + "…";
  }

  @Override
  public synchronized void close() {
    ticks.shutdownNow();
    draw();
  }

  /** What is known of a counter. */
  private static final class Row {
    private final Sparkline line = new Sparkline(SECONDS);
    private @Nullable BigInteger count;
    private @Nullable BigInteger before;
    private double perSecond;

    void secondPassed() {
      if (count != null && before != null) {
        perSecond = count.subtract(before).doubleValue();
        line.add(perSecond);
      }
      before = count;
    }

    @Override
    public String toString() {
      return count == null ? "..." : "%s  %,22d  %+,.0f/s".formatted(line, count, perSecond);
    }
  }
}
