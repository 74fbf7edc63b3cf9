package io.quipu.testing.sim;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.query.Count;
import io.quipu.engine.state.Tally;
import io.quipu.engine.state.WindowCount;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import io.quipu.engine.writer.WriterView;
import io.quipu.testing.sim.History.ObservedRanking;
import io.quipu.testing.sim.core.Ability;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.core.World;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Clients that read counts and windows, of any counter through any instance. */
final class Readers {
  /** No group time is ever further than this from that of the instance that is asked. */
  private static final long SECONDS_AHEAD = 3 * 3_600;

  /** Stands for all counters together, of which there are windows. */
  static final CounterName ALL = new CounterName(KnownNamespaces.NAME, "all");

  private static final long HALF_HOUR = 1_800;

  private static final long SECONDS_AHEAD_OF_WEEKS = 50 * 86_400;

  private final World world;
  private final Scenario scenario;
  private final Fleet fleet;
  private final History history;
  private final SeededRandom random;
  private final PromisedLives promised;
  private boolean closed;

  Readers(World world, Scenario scenario, Fleet fleet, History history, PromisedLives promised) {
    this.promised = promised;
    this.world = world;
    this.scenario = scenario;
    this.fleet = fleet;
    this.history = history;
    this.random = world.random();
  }

  void begin() {
    long pause =
        scenario.stress() == Stress.READING
            ? random.between(0, SeededRandom.SECOND / 25)
            : random.spread(SeededRandom.MILLI, SeededRandom.SECOND);
    world.timeline().after(pause, this::next);
  }

  void close() {
    closed = true;
  }

  private void next() {
    if (closed) {
      return;
    }
    Instance instance = fleet.any();
    CounterName counter = random.pick(scenario.counters());
    if (scenario.stress() == Stress.RANKING && random.chance(0.5)) {
      ranking(instance, ranked());
    } else if (instance.machine().alive()) {
      // windows are read often where they end, or resets may move what they have
      boolean often = scenario.ends() || scenario.stress() == Stress.IDLE_SERIES;
      switch (random.below(often ? 3 : 8)) {
        case 0 -> windows(instance, orSeries(counter), shortest());
        case 1 -> windows(instance, orSeries(counter), Granularity.HOUR);
        default -> counts(instance, counter);
      }
    }
    begin();
  }

  /** What counters are ranked by: what they have counted, or in the last of some ranges. */
  private Function<WriterView, List<Long>> ranked() {
    return switch (random.below(3)) {
      case 0 -> view -> List.of();
      case 1 -> this::life;
      default -> this::halfHours;
    };
  }

  /** Ranks all counters; null before the instance has joined. */
  CompletionStage<ObservedRanking> ranking(
      Instance instance, Function<WriterView, List<Long>> bounds) {
    WriterView view = instance.view();
    if (view == null || !instance.machine().alive()) {
      return CompletableFuture.completedStage(null);
    }
    long began = world.now();
    return instance
        .ranking(bounds.apply(view))
        .thenApply(
            found -> {
              world.met().used(Ability.RANKINGS);
              ObservedRanking seen =
                  new ObservedRanking(instance.machine().name(), began, world.now(), found);
              history.rankings.add(seen);
              history.windows.add(
                  new History.ObservedWindows(
                      ALL, seen.by(), seen.began(), seen.ended(), seen.ranges()));
              world.trace().note("client", seen::toString);
              return seen;
            });
  }

  /** All the time in which events may count, as one range. */
  List<Long> life(WriterView view) {
    return List.of(
        first(view, Granularity.MINUTE).startSecond(),
        last(view, Granularity.MINUTE).next().startSecond());
  }

  /** Weeks have many minutes. */
  private Granularity shortest() {
    return scenario.stress() == Stress.WEEKS ? Granularity.DAY : Granularity.MINUTE;
  }

  private void counts(Instance instance, CounterName counter) {
    if (scenario.hasSeries() && random.chance(0.5)) {
      series(instance, counter, random.below(read()));
    } else {
      count(instance, counter);
    }
  }

  /** The number of breakdowns of which series are read: those that an id keeps, if not together. */
  private int read() {
    return scenario.stress() == Stress.IDLE_SERIES ? 1 : DrawnSeries.OF_ALL;
  }

  private CounterName orSeries(CounterName counter) {
    return scenario.stress() == Stress.IDLE_SERIES && random.chance(0.7)
        ? counter.with(DrawnSeries.any(random))
        : counter;
  }

  /** Reads all series of a breakdown, which sum to a count of the counter if all events have it. */
  CompletionStage<List<Count>> series(Instance instance, CounterName counter, int breakdown) {
    long began = world.now();
    CounterName[] taken = {counter};
    return instance
        .series(counter, breakdown, random.chance(0.5), actual -> taken[0] = actual)
        .thenApply(
            found -> {
              CounterName actual = taken[0];
              promised.taken(actual, began);
              found.forEach(this::checkPlaces);
              if (breakdown < DrawnSeries.OF_ALL) {
                Tally sum = sumOf(found);
                ObservedCount seen =
                    new ObservedCount(
                        actual, instance.machine().name(), began, world.now(), sum, null);
                history.reads.add(seen);
                world.trace().note("client", () -> "series, " + seen);
              }
              return found;
            });
  }

  static Tally sumOf(List<Count> series) {
    return series.stream().map(Count::total).reduce(Tally.ZERO, Tally::plus);
  }

  private void checkPlaces(Count series) {
    for (int digit : ObservedCount.tags(series.total())) {
      if (!DrawnSeries.mayCount(digit, series.counter().series())) {
        world.mishap("an event counts in a series of others: " + digit + " in " + series);
      }
    }
  }

  CompletionStage<Count> count(Instance instance, CounterName counter) {
    long began = world.now();
    return instance
        .count(counter)
        .thenApply(
            count -> {
              CounterName actual = count.counter();
              promised.taken(actual, began);
              ObservedCount seen =
                  new ObservedCount(
                      actual, instance.machine().name(), began, world.now(), count.total(), count);
              history.reads.add(seen);
              world.trace().note("client", seen::toString);
              return count;
            });
  }

  /** Windows from the first there may be to the last; none before the instance has joined. */
  CompletionStage<List<WindowCount>> windows(
      Instance instance, CounterName counter, Granularity granularity) {
    return windows(
        instance,
        counter,
        view -> WindowCover.of(first(view, granularity), last(view, granularity)));
  }

  /** The first minute and the time after it, of windows that are as long as can be. */
  CompletionStage<List<WindowCount>> ranges(Instance instance, CounterName counter) {
    return windows(
        instance,
        counter,
        view -> {
          Window first = first(view, Granularity.MINUTE);
          long end = last(view, Granularity.MINUTE).next().startSecond();
          return WindowCover.of(
              new long[] {first.startSecond(), first.next().startSecond(), end},
              List.of(Granularity.values()),
              "from");
        });
  }

  /** Ranges that begin between two hours, as days of some zones do: what they are of is joined. */
  CompletionStage<List<WindowCount>> halfHours(Instance instance, CounterName counter) {
    return windows(
        instance,
        counter,
        view ->
            WindowCover.of(
                halfHours(view).stream().mapToLong(Long::longValue).toArray(),
                List.of(Granularity.values()),
                "from"));
  }

  List<Long> halfHours(WriterView view) {
    long first = first(view, Granularity.HOUR).startSecond();
    long end = last(view, Granularity.HOUR).next().startSecond();
    LongStream bounds =
        LongStream.iterate(first + HALF_HOUR, at -> at < end, at -> at + 5 * HALF_HOUR);
    return Stream.of(LongStream.of(first), bounds, LongStream.of(end))
        .flatMapToLong(some -> some)
        .boxed()
        .toList();
  }

  /** The first window in which an event may count. */
  private Window first(WriterView view, Granularity granularity) {
    long earliest = view.origin().ticks() - scenario.lateness().ticks();
    return granularity.windowOf(new EventTime(Math.max(0, earliest)));
  }

  private Window last(WriterView view, Granularity granularity) {
    long ahead = scenario.stress() == Stress.WEEKS ? SECONDS_AHEAD_OF_WEEKS : SECONDS_AHEAD;
    return granularity.windowOf(view.now().plusTicks(ahead * EventTime.TICKS_PER_SECOND));
  }

  private CompletionStage<List<WindowCount>> windows(
      Instance instance, CounterName counter, Function<WriterView, WindowCover> cover) {
    WriterView view = instance.view();
    if (view == null) {
      return CompletableFuture.completedStage(List.of());
    }
    long began = world.now();
    WindowCover asked = cover.apply(view);
    CounterName[] taken = {counter};
    return instance
        .windows(counter, asked, actual -> taken[0] = actual)
        .thenApply(
            found -> {
              CounterName actual = taken[0];
              promised.taken(actual, began);
              String by = instance.machine().name();
              history.windows.add(
                  new History.ObservedWindows(actual, by, began, world.now(), found));
              if (found.size() == asked.size()) {
                ObservedCount seen =
                    new ObservedCount(actual, by, began, world.now(), sum(found), null);
                history.reads.add(seen);
                world.trace().note("client", seen::toString);
              }
              return found;
            });
  }

  static Tally sum(List<WindowCount> windows) {
    return windows.stream().map(WindowCount::tally).reduce(Tally.ZERO, Tally::plus);
  }
}
