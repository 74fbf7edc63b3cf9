package io.quipu.engine.query.ranking;

import io.quipu.engine.input.Utf8Order;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.ListedCounter;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.CounterSlices;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.engine.windows.WindowRun;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/** Pages of one namespace in memory, that answer when they are told to. */
final class HandMadeSlices implements CounterSlices {
  private final Map<Integer, TreeMap<String, CounterState>> pages = new HashMap<>();
  private final Map<Window, Map<String, Tally>> closed = new HashMap<>();
  private final List<Supplement> supplements = new ArrayList<>();
  private final List<Runnable> waiting = new ArrayList<>();
  int largest;
  int queries;
  int mostAtOnce;
  boolean holds;
  boolean down;
  IntConsumer beforePage = page -> {};
  Runnable beforeClosed = () -> {};

  void put(int page, String counter, CounterState state) {
    pages.computeIfAbsent(page, any -> new TreeMap<>(Utf8Order.INSTANCE)).put(counter, state);
  }

  CounterState state(int page, String counter) {
    return pages.getOrDefault(page, new TreeMap<>()).getOrDefault(counter, CounterState.NONE);
  }

  void close(int page, String counter, Window window, Tally tally) {
    closed.computeIfAbsent(window, any -> new HashMap<>()).put(page + counter, tally);
  }

  private record Supplement(int page, String counter, Window window, EventTime step, Tally tally) {}

  void supplement(int page, String counter, Window window, EventTime step, Tally tally) {
    supplements.add(new Supplement(page, counter, window, step, tally));
  }

  @Override
  public CompletionStage<List<ListedCounter>> totals(
      int page, String namespace, NameRange names, int most) {
    return answered(
        () ->
            slice(page, names, most).entrySet().stream()
                .map(entry -> new ListedCounter(entry.getKey(), entry.getValue().total()))
                .toList());
  }

  @Override
  public CompletionStage<List<NamedState>> states(
      int page, String namespace, NameRange names, int most) {
    return answered(
        () ->
            slice(page, names, most).entrySet().stream()
                .map(entry -> new NamedState(entry.getKey(), entry.getValue()))
                .toList());
  }

  private Map<String, CounterState> slice(int page, NameRange names, int most) {
    beforePage.accept(page);
    largest = Math.max(largest, most);
    Map<String, CounterState> found = new TreeMap<>(Utf8Order.INSTANCE);
    for (Map.Entry<String, CounterState> entry :
        pages.getOrDefault(page, new TreeMap<>()).entrySet()) {
      if (found.size() < most && names.contains(entry.getKey())) {
        found.put(entry.getKey(), entry.getValue());
      }
    }
    return found;
  }

  @Override
  public CompletionStage<Void> closed(
      WindowPartition partition,
      String namespace,
      Collection<String> counters,
      WindowRun run,
      ClosedSink sink) {
    beforeClosed.run();
    return answered(
        () -> {
          closed.forEach(
              (window, tallies) -> {
                for (String counter : counters) {
                  Tally tally = tallies.get(partition.page() + counter);
                  if (tally != null && isIn(partition, run, window)) {
                    sink.closed(counter, window, tally);
                  }
                }
              });
          return null;
        });
  }

  private static boolean isIn(WindowPartition partition, WindowRun run, Window window) {
    return partition.table().of(partition.page(), window).equals(partition) && run.has(window);
  }

  @Override
  public CompletionStage<Void> supplements(
      WindowPartition partition,
      String namespace,
      Collection<String> counters,
      WindowRun run,
      NamedSupplementSink sink) {
    beforeClosed.run();
    return answered(
        () -> {
          for (Supplement one : supplements) {
            if (one.page == partition.page()
                && isIn(partition, run, one.window)
                && counters.contains(one.counter)) {
              sink.supplement(one.counter, one.window, one.step, one.tally);
            }
          }
          return null;
        });
  }

  private <T> CompletionStage<T> answered(Supplier<T> answer) {
    queries++;
    if (down) {
      return CompletableFuture.failedStage(new StoreUnavailable("down", null));
    }
    if (!holds) {
      return CompletableFuture.completedStage(answer.get());
    }
    CompletableFuture<T> later = new CompletableFuture<>();
    waiting.add(() -> later.complete(answer.get()));
    mostAtOnce = Math.max(mostAtOnce, waiting.size());
    return later;
  }

  /** Answers what waits, and what is asked because of that. */
  void release() {
    while (!waiting.isEmpty()) {
      waiting.remove(0).run();
    }
  }
}
