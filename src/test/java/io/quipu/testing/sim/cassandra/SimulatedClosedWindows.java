package io.quipu.testing.sim.cassandra;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EndedWindows;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.engine.windows.WindowPartition.Table;
import io.quipu.engine.windows.WindowRun;
import io.quipu.testing.sim.cassandra.PlainRead.Slice;
import io.quipu.testing.sim.core.Ability;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Closed windows over the simulated replicas. */
public final class SimulatedClosedWindows implements ClosedWindows {
  private final Driver driver;

  public SimulatedClosedWindows(Driver driver) {
    this.driver = driver;
  }

  /** The rows of a namespace in a partition: what is deleted together. They lie where it does. */
  record Place(WindowPartition partition, String namespace) {
    @Override
    public String toString() {
      return partition.toString();
    }
  }

  /** Tells of a page what was deleted. */
  private record Deleted(int page) {}

  /** The place of a row in its partition. */
  private record RowKey(CounterName counter, long start) implements Comparable<RowKey>, OfCounter {
    @Override
    public CounterName ofCounter() {
      return counter;
    }

    @Override
    public int compareTo(RowKey other) {
      int order = counter.compareTo(other.counter);
      return order != 0 ? order : Long.compare(start, other.start);
    }
  }

  @Override
  public CompletionStage<WriteOutcome> write(WindowPartition partition, List<Closed> windows) {
    Map<String, Map<Comparable<?>, Object>> rows = new TreeMap<>();
    for (Closed closed : windows) {
      rows.computeIfAbsent(closed.counter().stored(), any -> new TreeMap<>())
          .put(new RowKey(closed.counter(), closed.window().startSecond()), closed);
    }
    return write(partition, rows);
  }

  /** The place of a supplement in its partition. */
  private record SupplementKey(CounterName counter, long start, long step)
      implements Comparable<SupplementKey>, OfCounter {
    @Override
    public CounterName ofCounter() {
      return counter;
    }

    @Override
    public int compareTo(SupplementKey other) {
      int order = counter.compareTo(other.counter);
      order = order != 0 ? order : Long.compare(start, other.start);
      return order != 0 ? order : Long.compare(step, other.step);
    }
  }

  @Override
  public CompletionStage<WriteOutcome> writeSupplements(
      WindowPartition partition, List<Supplement> supplements) {
    Map<String, Map<Comparable<?>, Object>> rows = new TreeMap<>();
    for (Supplement one : supplements) {
      rows.computeIfAbsent(one.counter().stored(), any -> new TreeMap<>())
          .put(
              new SupplementKey(one.counter(), one.window().startSecond(), one.step().ticks()),
              one);
    }
    return write(partition, rows);
  }

  private CompletionStage<WriteOutcome> write(
      WindowPartition partition, Map<String, Map<Comparable<?>, Object>> rows) {
    return driver.writeEach(
        rows.entrySet().stream()
            .map(
                some ->
                    Mutation.rows(
                        new Place(partition, some.getKey()),
                        some.getValue(),
                        partition.period() * 1_000_000))
            .toList());
  }

  @Override
  public CompletionStage<WriteOutcome> delete(WindowPartition partition, String namespace) {
    driver.met().used(Ability.RETENTION);
    return driver.write(
        Mutation.deletePartition(
            new Place(partition, namespace), partition.period() * 1_000_000 + 1));
  }

  @Override
  public CompletionStage<Map<EndedWindows, Long>> deleted(int page) {
    return driver
        .read(new Slice(new Deleted(page), null, null, Integer.MAX_VALUE))
        .thenApply(
            rows -> {
              Map<EndedWindows, Long> found = new HashMap<>();
              rows.forEach((row, second) -> found.put((EndedWindows) row, (Long) second));
              return found;
            });
  }

  @Override
  public CompletionStage<WriteOutcome> noteDeleted(int page, EndedWindows windows, long second) {
    return driver.write(Mutation.row(new Deleted(page), windows, second, second * 1_000_000));
  }

  @Override
  public CompletionStage<Void> readSupplements(
      int page, CounterName counter, Window first, Window last, SupplementSink sink) {
    return driver.readEach(
        isBefore(first, last) ? Table.SUPPLEMENTS.of(page, first, last) : List.of(),
        partition -> supplements(partition, counter, first, last),
        (partition, rows) ->
            rows.values().stream()
                .map(Supplement.class::cast)
                .forEach(one -> sink.supplement(one.window(), one.step(), one.tally())));
  }

  private static boolean isBefore(Window first, Window last) {
    return first.startSecond() <= last.startSecond();
  }

  private static Slice supplements(
      WindowPartition partition, CounterName counter, Window first, Window last) {
    return new Slice(
        place(partition, counter),
        new SupplementKey(counter, first.startSecond(), 0),
        new SupplementKey(counter, last.startSecond() + 1, 0),
        Integer.MAX_VALUE);
  }

  /** Reads the supplements of a run of windows that lie in one partition. */
  CompletionStage<Void> readSupplements(
      WindowPartition partition, CounterName counter, WindowRun run, Consumer<Supplement> sink) {
    return driver
        .read(supplements(partition, counter, run.first(), run.last()))
        .thenAccept(rows -> rows.values().forEach(one -> sink.accept((Supplement) one)));
  }

  private static Place place(WindowPartition partition, CounterName counter) {
    return new Place(partition, counter.stored());
  }

  @Override
  public CompletionStage<Map<Window, Tally>> read(
      int page, CounterName counter, Window first, Window last) {
    Map<Window, Tally> all = new HashMap<>();
    return driver
        .readEach(
            isBefore(first, last) ? Table.CLOSED.of(page, first, last) : List.of(),
            partition -> closed(partition, counter, first, last),
            (partition, rows) ->
                rows.values().stream()
                    .map(Closed.class::cast)
                    .forEach(closed -> all.put(closed.window(), closed.tally())))
        .thenApply(read -> all);
  }

  private static Slice closed(
      WindowPartition partition, CounterName counter, Window first, Window last) {
    return new Slice(
        place(partition, counter),
        new RowKey(counter, first.startSecond()),
        new RowKey(counter, last.startSecond() + 1),
        Integer.MAX_VALUE);
  }

  /** Reads the closed windows of a run that lie in one partition. */
  CompletionStage<Void> read(
      WindowPartition partition, CounterName counter, WindowRun run, Consumer<Closed> sink) {
    return driver
        .read(closed(partition, counter, run.first(), run.last()))
        .thenAccept(rows -> rows.values().forEach(one -> sink.accept((Closed) one)));
  }
}
