package io.quipu.recount;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.store.Checkpoint;
import io.quipu.store.CheckpointStore;
import io.quipu.time.BoundedConcurrency;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** Holds all settled windows of a counter against rows, and against its total. */
final class RecountedWindows {
  /** Windows of one read. */
  private static final int CHUNK = 10_000;

  private final CheckpointStore checkpoints;
  private final RecountTurn.Recount turn;

  /**
   * @param turn tells whether anybody still waits
   */
  RecountedWindows(CheckpointStore checkpoints, RecountTurn.Recount turn) {
    this.checkpoints = checkpoints;
    this.turn = turn;
  }

  /**
   * The windows that hold the checkpoint's {@code until}: only those can still grow, so they must
   * be read together with it. Empty if the counter was settled in between.
   */
  CompletionStage<Optional<Map<Window, Tally>>> open(CounterName counter, Checkpoint checkpoint) {
    Map<Window, Tally> open = new HashMap<>();
    boolean[] moved = {false};
    return BoundedConcurrency.forEach(
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
   * Compares every window that lies wholly in the retained part, and adds up all there ever were.
   *
   * @param open see {@link #open}
   * @param recounted of the rows in {@code [checkpoint.collected(), checkpoint.until())}
   */
  CompletionStage<Map<Granularity, WindowComparison>> compare(
      CounterName counter,
      Checkpoint checkpoint,
      Map<Window, Tally> open,
      RecountedRows recounted) {
    Map<Granularity, WindowComparison> compared = new EnumMap<>(Granularity.class);
    return days(counter, checkpoint, recounted)
        .thenCompose(
            days ->
                BoundedConcurrency.forEach(
                    1,
                    List.of(Granularity.values()),
                    granularity -> {
                      WindowComparison comparison =
                          new WindowComparison(granularity, recounted, checkpoint.collected());
                      compared.put(granularity, comparison);
                      return compare(counter, checkpoint, granularity, days, comparison)
                          .thenAccept(
                              done -> finish(granularity, checkpoint.until(), open, comparison));
                    }))
        .thenApply(done -> compared);
  }

  private static void finish(
      Granularity granularity,
      EventTime until,
      Map<Window, Tally> open,
      WindowComparison comparison) {
    Window last = granularity.windowOf(until);
    Tally settled = open.get(last);
    if (settled != null) {
      comparison.add(last, settled);
    }
    comparison.addMissing();
  }

  /** The first seconds of all days with windows or rows: a counter may sleep for years. */
  private CompletionStage<NavigableSet<Long>> days(
      CounterName counter, Checkpoint checkpoint, RecountedRows recounted) {
    NavigableSet<Long> days = new TreeSet<>();
    recounted.windows(Granularity.DAY).keySet().forEach(day -> days.add(day.startSecond()));
    Window last = Granularity.DAY.windowOf(checkpoint.until());
    days.add(last.startSecond());
    long step = CHUNK * Granularity.DAY.seconds();
    return BoundedConcurrency.forEach(
            1,
            () ->
                Stream.iterate(
                        new Window(Granularity.DAY, 0),
                        day -> day.startSecond() <= last.startSecond(),
                        day -> new Window(Granularity.DAY, day.startSecond() + step))
                    .iterator(),
            first ->
                closed(
                    counter,
                    checkpoint,
                    first,
                    CHUNK,
                    (day, settled) -> days.add(day.startSecond())))
        .thenApply(done -> days);
  }

  private CompletionStage<Void> compare(
      CounterName counter,
      Checkpoint checkpoint,
      Granularity granularity,
      NavigableSet<Long> days,
      WindowComparison comparison) {
    long windowsPerDay = Granularity.DAY.seconds() / granularity.seconds();
    long daysAtOnce = CHUNK / windowsPerDay;
    return BoundedConcurrency.forEach(
        1,
        starts(granularity, days, daysAtOnce * Granularity.DAY.seconds()),
        first -> closed(counter, checkpoint, first, daysAtOnce * windowsPerDay, comparison::add));
  }

  /** Where reads of so many seconds must start to meet all days. */
  private static List<Window> starts(
      Granularity granularity, NavigableSet<Long> days, long seconds) {
    List<Window> starts = new ArrayList<>();
    for (Long day = days.first(); day != null; day = days.ceiling(day + seconds)) {
      starts.add(new Window(granularity, day));
    }
    return starts;
  }

  /** Hands so many windows, of those that cannot change any more, to {@code sink}. */
  private CompletionStage<Void> closed(
      CounterName counter,
      Checkpoint checkpoint,
      Window first,
      long windows,
      BiConsumer<Window, Tally> sink) {
    turn.mustBeWanted();
    Granularity granularity = first.granularity();
    long last = first.startSecond() + (windows - 1) * granularity.seconds();
    return checkpoints
        .windowSlice(counter, granularity, first, new Window(granularity, last))
        .thenAccept(
            slice ->
                slice
                    .windows()
                    .forEach(
                        (window, settled) -> {
                          if (!window.end().isAfter(checkpoint.until())) {
                            sink.accept(window, settled);
                          }
                        }));
  }
}
