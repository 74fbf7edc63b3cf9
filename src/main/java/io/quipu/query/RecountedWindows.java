package io.quipu.query;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.store.Checkpoint;
import io.quipu.store.CheckpointStore;
import io.quipu.time.AtMost;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** Holds settled windows against rows. */
final class RecountedWindows {
  /** Windows of one read. */
  private static final int CHUNK = 10_000;

  private final CheckpointStore checkpoints;

  RecountedWindows(CheckpointStore checkpoints) {
    this.checkpoints = checkpoints;
  }

  /**
   * What the windows came to.
   *
   * @param minuteSum of the settled minutes
   * @param difference absolute, of counts or of events, over all windows
   * @param checked how many there were
   */
  record Compared(BigInteger minuteSum, BigInteger difference, long checked) {}

  /**
   * The windows that hold the checkpoint's {@code until}: only those can still grow, so they must
   * be read together with it. Empty if the counter was settled in between.
   */
  CompletionStage<Optional<Map<Window, Tally>>> open(CounterName counter, Checkpoint checkpoint) {
    Map<Window, Tally> open = new HashMap<>();
    boolean[] moved = {false};
    return AtMost.atOnce(
            1,
            List.of(Granularity.values()),
            granularity -> {
              Window window = granularity.windowOf(checkpoint.until());
              return checkpoints
                  .windowSlice(counter, granularity, window, window)
                  .thenAccept(
                      slice -> {
                        moved[0] |= !slice.checkpoint().until().equals(checkpoint.until());
                        open.putAll(slice.windows());
                      });
            })
        .thenApply(done -> moved[0] ? Optional.empty() : Optional.of(open));
  }

  /**
   * Compares every window that lies wholly in the retained part.
   *
   * @param open see {@link #open}
   * @param recounted of the rows in {@code [checkpoint.collected(), checkpoint.until())}
   */
  CompletionStage<Compared> compare(
      CounterName counter, Checkpoint checkpoint, Map<Window, Tally> open, Recounted recounted) {
    Difference all = new Difference();
    EventTime first =
        checkpoint.collected().equals(EventTime.MIN)
            ? recounted.first().orElse(checkpoint.until())
            : checkpoint.collected();
    return AtMost.atOnce(
            1,
            List.of(Granularity.values()),
            granularity ->
                compare(
                    counter,
                    checkpoint,
                    firstWhole(granularity, first, checkpoint.collected()),
                    open,
                    recounted.windows(granularity),
                    all))
        .thenApply(done -> new Compared(all.minuteSum, all.sum, all.checked));
  }

  private static Window firstWhole(Granularity granularity, EventTime first, EventTime collected) {
    Window window = granularity.windowOf(first);
    return window.start().isBefore(collected) ? window.next() : window;
  }

  private CompletionStage<Void> compare(
      CounterName counter,
      Checkpoint checkpoint,
      Window first,
      Map<Window, Tally> open,
      Map<Window, Tally> rows,
      Difference all) {
    long step = CHUNK * first.granularity().seconds();
    Window last = first.granularity().windowOf(checkpoint.until());
    Set<Window> seen = new HashSet<>();
    return AtMost.atOnce(
            1,
            () ->
                Stream.iterate(
                        first,
                        window -> window.startSecond() <= last.startSecond(),
                        window -> new Window(window.granularity(), window.startSecond() + step))
                    .iterator(),
            start -> chunk(counter, checkpoint, start, rows, seen, all))
        .thenAccept(
            done -> {
              Tally settled = open.get(last);
              if (settled != null && !last.start().isBefore(first.start())) {
                seen.add(last);
                all.add(last, settled, rows.getOrDefault(last, Tally.ZERO));
              }
              all.addMissing(first, rows, seen);
            });
  }

  private CompletionStage<Void> chunk(
      CounterName counter,
      Checkpoint checkpoint,
      Window start,
      Map<Window, Tally> rows,
      Set<Window> seen,
      Difference all) {
    long end = start.startSecond() + (CHUNK - 1) * start.granularity().seconds();
    Window last = new Window(start.granularity(), end);
    return checkpoints
        .windowSlice(counter, start.granularity(), start, last)
        .thenAccept(
            slice -> {
              slice
                  .windows()
                  .forEach(
                      (window, settled) -> {
                        if (!window.end().isAfter(checkpoint.until())) {
                          seen.add(window);
                          all.add(window, settled, rows.getOrDefault(window, Tally.ZERO));
                        }
                      });
            });
  }

  private static final class Difference {
    private BigInteger minuteSum = BigInteger.ZERO;
    private BigInteger sum = BigInteger.ZERO;
    private long checked;

    void add(Window window, Tally settled, Tally rows) {
      checked++;
      if (window.granularity() == Granularity.MINUTE) {
        minuteSum = minuteSum.add(settled.count());
      }
      BigInteger counts = settled.count().subtract(rows.count()).abs();
      BigInteger events = BigInteger.valueOf(Math.abs(settled.events() - rows.events()));
      sum = sum.add(counts.max(events));
    }

    /** Rows in windows of which nothing was settled. */
    void addMissing(Window first, Map<Window, Tally> rows, Set<Window> seen) {
      rows.forEach(
          (window, tally) -> {
            if (!seen.contains(window) && window.startSecond() >= first.startSecond()) {
              add(window, Tally.ZERO, tally);
            }
          });
    }
  }
}
