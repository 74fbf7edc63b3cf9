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
  record Names(String namespace) {}

  @Override
  public CompletionStage<WriteOutcome> enter(CounterName counter) {
    long timestamp = driver.machine().clock().wallMicros();
    return driver.write(
        Mutation.row(new Names(counter.namespace()), Utf8.of(counter.name()), counter, timestamp));
  }

  @Override
  public CompletionStage<List<CounterName>> list(String namespace, String after, int limit) {
    return driver
        .read(new Slice(new Names(namespace), Utf8.of(after + '\0'), null, limit))
        .thenApply(rows -> rows.values().stream().map(CounterName.class::cast).toList());
  }

  /** Text in the order of its UTF-8 bytes, which is that of its code points. */
  record Utf8(String text) implements Comparable<Utf8> {
    static Utf8 of(String text) {
      return new Utf8(text);
    }

    @Override
    public int compareTo(Utf8 other) {
      int[] mine = text.codePoints().toArray();
      int[] theirs = other.text.codePoints().toArray();
      return java.util.Arrays.compare(mine, theirs);
    }
  }
}
