package io.quipu.sim.cassandra;

import io.quipu.counter.CounterName;
import io.quipu.sim.cassandra.PlainRead.Slice;
import io.quipu.store.CounterDirectory;
import io.quipu.store.WriteOutcome;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The names of settled counters over the simulated replicas. */
public final class SimulatedCounterDirectory implements CounterDirectory {
  private final Driver driver;

  public SimulatedCounterDirectory(Driver driver) {
    this.driver = driver;
  }

  /** Names the counters of a namespace. */
  record NamesPartition(String namespace) {}

  @Override
  public CompletionStage<WriteOutcome> enter(CounterName counter) {
    long timestamp = driver.machine().clock().wallMicros();
    return driver.write(
        Mutation.row(
            new NamesPartition(counter.namespace()),
            Utf8Name.of(counter.name()),
            counter,
            timestamp));
  }

  @Override
  public CompletionStage<List<CounterName>> list(String namespace, String after, int limit) {
    return driver
        .read(new Slice(new NamesPartition(namespace), Utf8Name.of(after + '\0'), null, limit))
        .thenApply(rows -> rows.values().stream().map(CounterName.class::cast).toList());
  }

  /** Text in the order of its UTF-8 bytes, which is that of its code points. */
  record Utf8Name(String text) implements Comparable<Utf8Name> {
    static Utf8Name of(String text) {
      return new Utf8Name(text);
    }

    @Override
    public int compareTo(Utf8Name other) {
      int[] mine = text.codePoints().toArray();
      int[] theirs = other.text.codePoints().toArray();
      return java.util.Arrays.compare(mine, theirs);
    }
  }
}
