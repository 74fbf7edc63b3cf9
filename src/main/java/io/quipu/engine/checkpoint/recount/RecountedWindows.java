package io.quipu.engine.checkpoint.recount;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Lateness;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
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
import java.util.function.Function;
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
  private final CounterState state;
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
    this.state = scope.counter();
    this.ofRow = scope.windows();
  }

  /**
   * Finds the days that have windows. Only these days are read later, because a counter may have no
   * events for years.
   *
   * @param minutes whether all minutes are kept
   * @return the start of the first minute that counted events of its own, or of its day if minutes
   *     are not kept; {@link EventTime#MAX} if there are none
   */
  CompletionStage<EventTime> first(boolean minutes) {
    ofRow.keySet().forEach(window -> days.add(dayOf(window.startSecond())));
    state.forEachSupplement((window, tally) -> days.add(dayOf(window.startSecond())));
    // a time may be some minutes ahead, so in the next day
    long last = dayOf(until.epochSecond()) + DAY;
    long step = DAYS_OF_DAYS * DAY;
    // no event is recorded before 1970, but a late one may have happened then
    long earliest = state.hasSupplements() ? -Lateness.MOST_DAYS * DAY : 0;
    NavigableSet<Long> own = new TreeSet<>();
    return BoundedConcurrency.forEach(
            1,
            () -> Stream.iterate(earliest, day -> day <= last, day -> day + step).iterator(),
            day ->
                own(Granularity.DAY, day, step)
                    .thenCompose(
                        found -> {
                          found.keySet().forEach(window -> own.add(window.startSecond()));
                          return supplemented(Granularity.DAY, day, step, found);
                        })
                    .thenAccept(found -> found.keySet().forEach(this::add)))
        .thenCompose(done -> own.isEmpty() ? at(EventTime.MAX) : first(own.first(), minutes));
  }

  private static long dayOf(long second) {
    return second - Math.floorMod(second, DAY);
  }

  private void add(Window day) {
    days.add(day.startSecond());
  }

  private static CompletionStage<EventTime> at(EventTime known) {
    return CompletableFuture.completedStage(known);
  }

  private CompletionStage<EventTime> first(long day, boolean minutes) {
    if (!minutes) {
      return at(EventTime.ofEpochSecond(day));
    }
    return own(Granularity.MINUTE, day, DAY)
        .thenApply(
            found ->
                found.keySet().stream().map(Window::start).reduce(EventTime.MAX, EventTime::min));
  }

  /**
   * Compares the windows that start at or after {@code from} of their granularity, except windows
   * with a reset of unknown amount. Adds up all windows. To be called after {@link #first} has
   * completed.
   *
   * @param recounted totals of the retained rows before {@code until}
   */
  CompletionStage<Map<Granularity, WindowComparison>> compare(
      Function<Granularity, EventTime> from, RecountedRows recounted) {
    recounted.windows(Granularity.DAY).keySet().forEach(this::add);
    Map<Granularity, WindowComparison> compared = new EnumMap<>(Granularity.class);
    return BoundedConcurrency.forEach(
            1,
            List.of(Granularity.values()),
            granularity -> {
              WindowComparison comparison =
                  new WindowComparison(granularity, recounted, from.apply(granularity));
              compared.put(granularity, comparison);
              return compare(granularity, comparison);
            })
        .thenApply(done -> compared);
  }

  private CompletionStage<Void> compare(Granularity granularity, WindowComparison comparison) {
    long seconds = (granularity == Granularity.DAY ? DAYS_OF_DAYS : DAYS_OF_OTHERS) * DAY;
    return BoundedConcurrency.forEach(
            1, starts(seconds), start -> closed(granularity, start, seconds, comparison::add))
        .thenAccept(done -> comparison.addMissing());
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

  /** Hands the windows of a span to {@code sink}, each with its supplements. */
  private CompletionStage<Void> closed(
      Granularity granularity, long start, long seconds, BiConsumer<Window, Tally> sink) {
    return own(granularity, start, seconds)
        .thenCompose(found -> supplemented(granularity, start, seconds, found))
        .thenAccept(all -> all.forEach(sink));
  }

  /**
   * Reads the windows of a span without supplements. Leaves out closed windows that end after
   * {@code until}.
   */
  private CompletionStage<Map<Window, Tally>> own(
      Granularity granularity, long start, long seconds) {
    turn.mustBeWanted();
    Window first = new Window(granularity, start);
    Window last = last(granularity, start, seconds);
    return windows
        .read(page, counter, first, last)
        .thenApply(
            found -> {
              Map<Window, Tally> all = new HashMap<>(found);
              all.keySet().removeIf(window -> window.end().isAfter(until));
              ofRow.forEach(
                  (window, settled) -> {
                    if (isIn(first, last, window)) {
                      all.put(window, settled);
                    }
                  });
              return all;
            });
  }

  private static Window last(Granularity granularity, long start, long seconds) {
    return new Window(granularity, start + seconds - granularity.seconds());
  }

  private static boolean isIn(Window first, Window last, Window window) {
    return window.granularity() == first.granularity()
        && window.startSecond() >= first.startSecond()
        && window.startSecond() <= last.startSecond();
  }

  /** Adds the supplements of a span to the tallies of its windows. */
  private CompletionStage<Map<Window, Tally>> supplemented(
      Granularity granularity, long start, long seconds, Map<Window, Tally> all) {
    Window first = new Window(granularity, start);
    Window last = last(granularity, start, seconds);
    state.forEachSupplement(
        (window, tally) -> {
          if (isIn(first, last, window)) {
            all.merge(window, tally, Tally::plus);
          }
        });
    return state.supplemented()
        ? windows
            .readSupplements(
                page,
                counter,
                first,
                last,
                (window, step, tally) -> {
                  if (state.counts(window, step)) {
                    all.merge(window, tally, Tally::plus);
                  }
                })
            .thenApply(read -> all)
        : CompletableFuture.completedStage(all);
  }
}
