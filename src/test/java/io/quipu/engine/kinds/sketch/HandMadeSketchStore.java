package io.quipu.engine.kinds.sketch;

import io.quipu.engine.input.Utf8Order;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DerivedName;
import io.quipu.engine.names.Series;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.windows.WindowRun;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/** Sketches in memory, whose answers a test may hold back, lose or refuse. */
final class HandMadeSketchStore implements SketchStore {
  final Map<DerivedName, SortedMap<Long, Shard>> shards = new HashMap<>();
  final Map<DerivedName, SketchTally> tallies = new HashMap<>();
  final SortedMap<Long, SortedSet<DerivedName>> announced = new TreeMap<>();
  final SortedSet<CounterName> named = new TreeSet<>();

  /** The derived states, each with the writers that are not released. */
  final SortedMap<DerivedName, SortedSet<Long>> derived = new TreeMap<>();

  /** A word for each request. */
  final List<String> asked = new ArrayList<>();

  /** The outcomes of the next writes of shards; afterwards they are written. */
  final ArrayDeque<WriteOutcome> writes = new ArrayDeque<>();

  /** The answers to the next changes of tallies, which are made or not all the same. */
  final ArrayDeque<CasOutcome> told = new ArrayDeque<>();

  /** Writes of these shards are not answered, until it is known that they have not been made. */
  Predicate<DerivedName> hanging = counter -> false;

  /** After which a write that hangs is given up. */
  Scheduler patience;

  private final ArrayDeque<Runnable> held = new ArrayDeque<>();
  boolean holds;
  boolean away;
  boolean unannounced;

  final SortedSet<Long> unreadable = new TreeSet<>();

  @Override
  public CompletionStage<WriteOutcome> announce(long writer) {
    return announcing(
        () -> announced.computeIfAbsent(writer, any -> new TreeSet<>()), "announce-writer");
  }

  @Override
  public CompletionStage<WriteOutcome> announce(long writer, DerivedName counter) {
    return announcing(() -> announced.get(writer).add(counter), "announce");
  }

  @Override
  public CompletionStage<WriteOutcome> enter(long writer, DerivedName name) {
    return announcing(
        () -> derived.computeIfAbsent(name, any -> new TreeSet<>()).add(writer), "enter");
  }

  @Override
  public CompletionStage<WriteOutcome> name(CounterName counter) {
    return announcing(() -> named.add(counter), "name");
  }

  private CompletionStage<WriteOutcome> announcing(Runnable what, String word) {
    asked.add(word);
    if (unannounced) {
      return answer(WriteOutcome.UNKNOWN);
    }
    what.run();
    return answer(WriteOutcome.WRITTEN);
  }

  @Override
  public CompletionStage<WriteOutcome> write(DerivedName counter, long writer, Shard shard) {
    asked.add("write");
    if (hanging.test(counter)) {
      CompletableFuture<WriteOutcome> answer = new CompletableFuture<>();
      patience.after(Duration.ofSeconds(2), () -> answer.complete(WriteOutcome.UNKNOWN));
      return answer;
    }
    WriteOutcome outcome = writes.isEmpty() ? WriteOutcome.WRITTEN : writes.removeFirst();
    if (outcome == WriteOutcome.WRITTEN) {
      shards
          .computeIfAbsent(counter, any -> new TreeMap<>())
          .merge(writer, shard, (one, other) -> one.sequence() > other.sequence() ? one : other);
    }
    return answer(outcome);
  }

  @Override
  public CompletionStage<Optional<Shard>> shard(DerivedName counter, long writer) {
    asked.add("shard");
    return read(Optional.ofNullable(shards.getOrDefault(counter, new TreeMap<>()).get(writer)));
  }

  @Override
  public CompletionStage<SortedMap<Long, Shard>> shards(DerivedName counter) {
    asked.add("shards");
    return read(new TreeMap<>(shards.getOrDefault(counter, new TreeMap<>())));
  }

  @Override
  public CompletionStage<SketchTally> tally(DerivedName counter) {
    asked.add("tally");
    return read(tallies.getOrDefault(counter, SketchTally.NONE));
  }

  @Override
  public CompletionStage<SketchTally> tallySerial(DerivedName counter) {
    asked.add("tally-serial");
    return read(tallies.getOrDefault(counter, SketchTally.NONE));
  }

  @Override
  public CompletionStage<CasOutcome> advance(
      DerivedName counter, SketchTally before, SketchTally next) {
    asked.add("advance");
    boolean applied = tallies.getOrDefault(counter, SketchTally.NONE).version() == before.version();
    if (applied) {
      tallies.put(counter, next);
    }
    CasOutcome outcome = applied ? CasOutcome.APPLIED : CasOutcome.REFUSED;
    return answer(told.isEmpty() ? outcome : told.removeFirst());
  }

  @Override
  public CompletionStage<WriteOutcome> deleteShards(DerivedName counter, Collection<Long> writers) {
    asked.add("delete");
    shards.getOrDefault(counter, new TreeMap<>()).keySet().removeAll(writers);
    return answer(away ? WriteOutcome.UNKNOWN : WriteOutcome.WRITTEN);
  }

  @Override
  public CompletionStage<SortedSet<Long>> writers() {
    asked.add("writers");
    return read(new TreeSet<>(announced.keySet()));
  }

  @Override
  public CompletionStage<List<DerivedName>> counters(long writer, DerivedName after, int limit) {
    asked.add("counters");
    if (unreadable.contains(writer)) {
      return CompletableFuture.failedStage(new StoreUnavailable("away", null));
    }
    SortedSet<DerivedName> all = announced.getOrDefault(writer, new TreeSet<>());
    return read(
        all.stream()
            .filter(counter -> after == null || counter.compareTo(after) > 0)
            .limit(limit)
            .toList());
  }

  @Override
  public CompletionStage<SortedMap<DerivedName, SortedSet<Long>>> derived(
      CounterName counter, WindowRun windows) {
    asked.add("derived");
    SortedMap<DerivedName, SortedSet<Long>> found = new TreeMap<>();
    derived.forEach(
        (name, writers) -> {
          if (name.counter().equals(counter)
              && name.window() != null
              && windows.has(name.window())) {
            found.put(name, new TreeSet<>(writers));
          }
        });
    return read(found);
  }

  @Override
  public CompletionStage<List<CounterName>> series(
      CounterName counter, int breakdown, String after, int limit) {
    asked.add("series");
    return read(
        derived.keySet().stream()
            .filter(name -> name.window() == null && name.parent().equals(counter))
            .map(DerivedName::counter)
            .filter(one -> Series.breakdownOf(one.series()) == breakdown)
            .filter(one -> Utf8Order.INSTANCE.compare(one.series(), after) > 0)
            .sorted(Comparator.comparing(CounterName::series, Utf8Order.INSTANCE))
            .limit(limit)
            .toList());
  }

  @Override
  public CompletionStage<WriteOutcome> release(DerivedName name, long writer, boolean stays) {
    asked.add("release");
    SortedSet<Long> writers = derived.computeIfAbsent(name, any -> new TreeSet<>());
    writers.remove(writer);
    if (writers.isEmpty() && !stays) {
      derived.remove(name);
    }
    announced.getOrDefault(writer, new TreeSet<>()).remove(name);
    return answer(away ? WriteOutcome.UNKNOWN : WriteOutcome.WRITTEN);
  }

  @Override
  public CompletionStage<WriteOutcome> withdraw(long writer) {
    asked.add("withdraw");
    announced.remove(writer);
    return answer(WriteOutcome.WRITTEN);
  }

  /** Answers what was held back so far. */
  void release() {
    holds = false;
    while (!held.isEmpty()) {
      held.removeFirst().run();
    }
  }

  private <T> CompletionStage<T> read(T value) {
    return away ? CompletableFuture.failedStage(new StoreUnavailable("away", null)) : answer(value);
  }

  private <T> CompletionStage<T> answer(T value) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    if (holds) {
      held.addLast(() -> answer.complete(value));
    } else {
      answer.complete(value);
    }
    return answer;
  }

  @Override
  public CompletionStage<Void> erase(Extent extent) {
    throw new UnsupportedOperationException("no namespace is deleted here");
  }
}
