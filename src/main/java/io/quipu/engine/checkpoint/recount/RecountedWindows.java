package io.quipu.engine.checkpoint.recount;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Granularity;
import io.quipu.engine.model.Tally;
import io.quipu.engine.model.Window;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.time.BoundedConcurrency;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Compares the settled windows of a counter on a page with rows, and adds the windows up. Windows
 * in the counter's state are taken from the state. All other windows are closed windows, which are
 * read from their table after the state was read.
 */
final class RecountedWindows {
  private static final long DAY = Granularity.DAY.seconds();

  /** The number of days whose day windows are read by one call. */
  private static final long DAYS_OF_DAYS = 1_000;

  /** The number of days whose minute windows, or hour windows, are read by one call. */
  private static final long DAYS_OF_OTHERS = 7;

  private final ClosedWindows windows;
  private final RecountTurn.Recount turn;
  private final int page;
  private final CounterName counter;
  private final EventTime until;
  private final Map<Window, Tally> ofRow;
  private final NavigableSet<Long> days = new TreeSet<>();

  /**
   * @param turn tells whether a caller still waits
   */
  RecountedWindows(ClosedWindows windows, RecountTurn.Recount turn, int page, RecountScope scope) {
    this.windows = windows;
    this.turn = turn;
    this.page = page;
    this.counter = scope.name();
    this.until = scope.until();
    this.ofRow = scope.windows();
  }

  /**
   * Finds the days that have windows. Only these days are read later, because a counter may have no
   * events for years.
   *
   * @return the start of the first minute with counted events, or {@link EventTime#MAX}
   */
  CompletionStage<EventTime> first() {
    ofRow.keySet().forEach(window -> days.add(dayOf(window.startSecond())));
    long last = dayOf(until.epochSecond());
    long step = DAYS_OF_DAYS * DAY;
    return BoundedConcurrency.forEach(
            1,
            () -> Stream.iterate(0L, day -> day <= last, day -> day + step).iterator(),
            day -> closed(Granularity.DAY, day, step, (found, tally) -> add(found)))
        .thenCompose(done -> days.isEmpty() ? never() : firstMinute(days.first()));
  }

  private static long dayOf(long second) {
    return second - Math.floorMod(second, DAY);
  }

  private void add(Window day) {
    days.add(day.startSecond());
  }

  private static CompletionStage<EventTime> never() {
    return CompletableFuture.completedStage(EventTime.MAX);
  }

  private CompletionStage<EventTime> firstMinute(long day) {
    EventTime[] first = {EventTime.MAX};
    ofRow.keySet().stream()
        .filter(window -> window.granularity() == Granularity.MINUTE)
        .forEach(minute -> first[0] = EventTime.min(first[0], minute.start()));
    return closed(
            Granularity.MINUTE,
            day,
            DAY,
            (minute, tally) -> first[0] = EventTime.min(first[0], minute.start()))
        .thenApply(done -> first[0]);
  }

  /**
   * Compares the windows that start at or after {@code retained}, except windows with a reset of
   * unknown amount. Adds up all windows. To be called after {@link #first} has completed.
   *
   * @param recounted totals of the retained rows before {@code until}
   */
  CompletionStage<Map<Granularity, WindowComparison>> compare(
      EventTime retained, RecountedRows recounted) {
    recounted.windows(Granularity.DAY).keySet().forEach(this::add);
    Map<Granularity, WindowComparison> compared = new EnumMap<>(Granularity.class);
    return BoundedConcurrency.forEach(
            1,
            List.of(Granularity.values()),
            granularity -> {
              WindowComparison comparison = new WindowComparison(granularity, recounted, retained);
              compared.put(granularity, comparison);
              return compare(granularity, comparison);
            })
        .thenApply(done -> compared);
  }

  private CompletionStage<Void> compare(Granularity granularity, WindowComparison comparison) {
    long seconds = (granularity == Granularity.DAY ? DAYS_OF_DAYS : DAYS_OF_OTHERS) * DAY;
    return BoundedConcurrency.forEach(
            1, starts(seconds), start -> closed(granularity, start, seconds, comparison::add))
        .thenAccept(
            done -> {
              ofRow.forEach(
                  (window, settled) -> {
                    if (window.granularity() == granularity) {
                      comparison.add(window, settled);
                    }
                  });
              comparison.addMissing();
            });
  }

  /** The starts of reads that together cover all days. Each read spans {@code seconds}. */
  private List<Long> starts(long seconds) {
    List<Long> starts = new ArrayList<>();
    for (Long day = days.isEmpty() ? null : days.first();
        day != null;
        day = days.ceiling(day + seconds)) {
      starts.add(day);
    }
    return starts;
  }

  /**
   * Hands the closed windows of a span to {@code sink}, except windows in the counter's state and
   * windows that end after {@code until}.
   */
  private CompletionStage<Void> closed(
      Granularity granularity, long start, long seconds, BiConsumer<Window, Tally> sink) {
    turn.mustBeWanted();
    Window first = new Window(granularity, start);
    Window last = new Window(granularity, start + seconds - granularity.seconds());
    return windows
        .read(page, counter, first, last)
        .thenAccept(
            found -> {
              Map<Window, Tally> closed = new HashMap<>(found);
              closed.keySet().removeAll(ofRow.keySet());
              closed.forEach(
                  (window, settled) -> {
                    if (!window.end().isAfter(until)) {
                      sink.accept(window, settled);
                    }
                  });
            });
  }
}
