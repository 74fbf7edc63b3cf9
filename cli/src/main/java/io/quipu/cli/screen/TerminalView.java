package io.quipu.cli.screen;

import io.quipu.client.Count;
import io.quipu.client.CounterRef;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows counters in lines, as many as fit on the terminal; those that appear later below the
 * others. Draws the lines 4 times a second.
 */
public final class TerminalView implements LiveView {
  private static final int TICKS = 4;
  private static final String NO_WRAP = "\u001b[?7l";
  private static final String WRAP = "\u001b[?7h";
  private static final String REST_OF_LINE = "\u001b[K";
  private static final String REST_OF_SCREEN = "\u001b[J";

  private final PrintWriter out;
  private final Supplier<TerminalSize> askSize;
  private final Map<String, Row> rows = new LinkedHashMap<>();
  private final ScheduledExecutorService ticks =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "quipu-watch");
            thread.setDaemon(true);
            return thread;
          });
  private TerminalSize size = TerminalSize.USUAL;
  private int tick;
  private int drawn;

  public TerminalView(PrintWriter out, List<CounterRef> counters, Supplier<TerminalSize> askSize) {
    this.out = out;
    this.askSize = askSize;
    counters.forEach(counter -> rows.put(counter.counter(), new Row()));
    // The future is not needed: close() ends all ticks.
    var unused = ticks.scheduleAtFixedRate(this::tick, 0, 1_000 / TICKS, TimeUnit.MILLISECONDS);
  }

  @Override
  public synchronized void show(Count count) {
    rows.computeIfAbsent(count.counter(), name -> new Row()).count = count.count();
  }

  /** Prints in place of the lines of the counters, and draws these lines again below. */
  @Override
  public synchronized void aside(Runnable print) {
    out.print((drawn > 0 ? "\u001b[" + drawn + 'A' : "") + "\r" + REST_OF_SCREEN);
    out.flush();
    drawn = 0;
    print.run();
    draw();
  }

  private void tick() {
    // Asking starts a process: so only once a second, and without the lock that show() needs.
    TerminalSize now = tick % TICKS == 0 ? askSize.get() : null;
    synchronized (this) {
      size = now == null ? size : now;
      if (++tick % TICKS == 0) {
        rows.values().forEach(Row::secondPassed);
      }
      draw();
    }
  }

  private void draw() {
    StringBuilder screen = new StringBuilder(NO_WRAP);
    if (drawn > 0) {
      screen.append("\u001b[").append(drawn).append('A');
    }
    // One line less than the terminal has, because the cursor stands below the last line.
    int room = size.lines() - 1;
    int shown = rows.size() <= room ? rows.size() : room - 1;
    WatchLayout layout =
        WatchLayout.of(
            size.columns(), rows.keySet(), rows.values().stream().map(Row::countText).toList());
    rows.entrySet().stream()
        .limit(shown)
        .forEach(row -> line(screen, row.getValue().line(layout, row.getKey())));
    if (shown < rows.size()) {
      line(screen, "... and " + (rows.size() - shown) + " more, for which there is no room");
    }
    out.print(screen.append("\r").append(REST_OF_SCREEN).append(WRAP));
    out.flush();
    drawn = Math.min(rows.size(), room);
  }

  private static void line(StringBuilder screen, String text) {
    screen.append('\r').append(text).append(REST_OF_LINE).append('\n');
  }

  @Override
  public synchronized void close() {
    ticks.shutdownNow();
    draw();
  }

  /** The line of a counter. */
  private static final class Row {
    private final Sparkline line = new Sparkline(WatchLayout.MOST_SECONDS);
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

    String countText() {
      return count == null ? "..." : "%,d".formatted(count);
    }

    String line(WatchLayout layout, String name) {
      String rate = count == null ? "" : "%+,.0f/s".formatted(perSecond);
      return layout.line(Table.plain(name), countText(), rate, line.toString());
    }
  }
}
