package io.quipu.engine.query.ranking;

import io.quipu.engine.input.Utf8Order;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.CounterSlices;
import io.quipu.engine.store.CounterSlices.NamedState;
import io.quipu.engine.store.CounterSlices.NamedTally;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.engine.windows.WindowRun;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/** Pages in memory, that answer when they are told to. */
final class HandMadeSlices implements CounterSlices {
  private final Map<Integer, TreeMap<CounterName, CounterState>> pages = new HashMap<>();
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

  private static final Comparator<CounterName> ORDER =
      Comparator.comparing(CounterName::stored, Utf8Order.INSTANCE)
          .thenComparing(CounterName::key, Utf8Order.INSTANCE);

  void put(int page, String counter, CounterState state) {
    put(page, of(counter), state);
  }

  void put(int page, CounterName counter, CounterState state) {
    pages.computeIfAbsent(page, any -> new TreeMap<>(ORDER)).put(counter, state);
  }

  CounterState state(int page, String counter) {
    return pages.getOrDefault(page, new TreeMap<>()).getOrDefault(of(counter), CounterState.NONE);
  }

  private static CounterName of(String counter) {
    return new CounterName("votes", counter);
  }

  void close(int page, String counter, Window window, Tally tally) {
    closed.computeIfAbsent(window, any -> new HashMap<>()).put(page + counter, tally);
  }

  private record Supplement(int page, String counter, Window window, EventTime step, Tally tally) {}

  void supplement(int page, String counter, Window window, EventTime step, Tally tally) {
    supplements.add(new Supplement(page, counter, window, step, tally));
  }

  @Override
  public CompletionStage<List<NamedTally>> totals(
      int page, List<String> namespaces, NameRange names, int most) {
    return answered(
        () ->
            slice(page, namespaces, names, most).entrySet().stream()
                .map(entry -> new NamedTally(entry.getKey(), entry.getValue().total()))
                .toList());
  }

  @Override
  public CompletionStage<List<NamedState>> states(
      int page, List<String> namespaces, NameRange names, int most) {
    return answered(
        () ->
            slice(page, namespaces, names, most).entrySet().stream()
                .map(entry -> new NamedState(entry.getKey(), entry.getValue()))
                .toList());
  }

  private Map<CounterName, CounterState> slice(
      int page, List<String> namespaces, NameRange names, int most) {
    beforePage.accept(page);
    largest = Math.max(largest, most);
    Map<CounterName, CounterState> found = new TreeMap<>(ORDER);
    for (Map.Entry<CounterName, CounterState> entry :
        pages.getOrDefault(page, new TreeMap<>()).entrySet()) {
      CounterName counter = entry.getKey();
      if (found.size() < most
          && namespaces.contains(counter.stored())
          && names.contains(counter.key())) {
        found.put(entry.getKey(), entry.getValue());
      }
    }
    return found;
  }

  @Override
  public CompletionStage<Void> closed(
      WindowPartition partition, Collection<CounterName> counters, WindowRun run, ClosedSink sink) {
    beforeClosed.run();
    return answered(
        () -> {
          closed.forEach(
              (window, tallies) -> {
                for (CounterName counter : counters) {
                  Tally tally = tallies.get(partition.page() + counter.name());
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
      Collection<CounterName> counters,
      WindowRun run,
      NamedSupplementSink sink) {
    beforeClosed.run();
    return answered(
        () -> {
          for (Supplement one : supplements) {
            if (one.page == partition.page()
                && isIn(partition, run, one.window)
                && counters.contains(of(one.counter))) {
              sink.supplement(of(one.counter), one.window, one.step, one.tally);
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
