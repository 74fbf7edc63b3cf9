package io.quipu.engine.kinds.linear;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.engine.windows.WindowRun;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** Linear counters in memory, whose answers a test may hold back, lose or refuse. */
final class HandMadeLinearStore implements LinearStore {
  final Map<CounterName, LinearState> states = new HashMap<>();
  final Map<CounterName, Map<String, RememberedEvent>> remembered = new HashMap<>();

  /** The steps that were sent, with those that were not taken. */
  final List<LinearStep> steps = new ArrayList<>();

  /** The fates of the next steps; afterwards they are taken, and answered at once. */
  final ArrayDeque<Fate> fates = new ArrayDeque<>();

  private final ArrayDeque<Runnable> held = new ArrayDeque<>();

  /** The counters whose names were to be entered, as often as they were. */
  final List<CounterName> named = new ArrayList<>();

  /** Closed windows, of whatever counter. */
  final Map<Window, Tally> exported = new HashMap<>();

  /** The partitions of which windows were to be deleted. */
  final List<WindowPartition> erased = new ArrayList<>();

  int exports;
  boolean unexportable;
  int reads;
  int serialReads;
  int lookups;
  int serialLookups;

  /** No quorum has the ids of the last step, until a serial read decides. */
  boolean lagging;

  boolean away;
  boolean unnameable;
  boolean broken;
  boolean holds;

  enum Fate {
    /** Taken, and the answer is lost. */
    ANSWER_LOST,
    /** Not taken, or not yet: see {@link #arrive}. */
    LOST
  }

  @Override
  public CompletionStage<LinearState> read(CounterName counter) {
    reads++;
    return answer(() -> state(counter));
  }

  @Override
  public CompletionStage<LinearState> readSerial(CounterName counter) {
    serialReads++;
    return answer(() -> state(counter));
  }

  @Override
  public CompletionStage<Map<String, RememberedEvent>> remembered(
      CounterName counter, Collection<String> ids) {
    lookups++;
    return answer(
        () -> {
          Map<String, RememberedEvent> found = remembered(counter);
          found.keySet().retainAll(ids);
          if (lagging) {
            found.values().removeIf(one -> EventTime.of(one.at()).equals(state(counter).last()));
          }
          return found;
        });
  }

  @Override
  public CompletionStage<Map<String, RememberedEvent>> rememberedSerial(
      CounterName counter, Collection<String> ids) {
    serialLookups++;
    return answer(
        () -> {
          lagging = false;
          Map<String, RememberedEvent> found = remembered(counter);
          found.keySet().retainAll(ids);
          return found;
        });
  }

  private Map<String, RememberedEvent> remembered(CounterName counter) {
    return new HashMap<>(remembered.getOrDefault(counter, Map.of()));
  }

  @Override
  public CompletionStage<WriteOutcome> name(CounterName counter) {
    WriteOutcome outcome = unnameable ? WriteOutcome.UNKNOWN : WriteOutcome.WRITTEN;
    named.add(counter);
    return answer(() -> outcome);
  }

  @Override
  public CompletionStage<WriteOutcome> export(CounterName counter, Map<Window, Tally> closed) {
    exports++;
    if (!unexportable) {
      exported.putAll(closed);
    }
    WriteOutcome outcome = unexportable ? WriteOutcome.UNKNOWN : WriteOutcome.WRITTEN;
    return answer(() -> outcome);
  }

  @Override
  public CompletionStage<Map<Window, Tally>> exported(
      CounterName counter, Window first, Window last) {
    Map<Window, Tally> found = new HashMap<>(exported);
    found.keySet().removeIf(window -> !new WindowRun(first, last).has(window));
    return answer(() -> found);
  }

  @Override
  public CompletionStage<CasOutcome> advance(CounterName counter, LinearStep step) {
    steps.add(step);
    Fate fate = fates.poll();
    if (fate == Fate.LOST) {
      return answer(() -> CasOutcome.UNKNOWN);
    }
    CasOutcome outcome = arrive(counter, step);
    return answer(() -> fate == null ? outcome : CasOutcome.UNKNOWN);
  }

  /** A step arrives, late if it was lost before. */
  CasOutcome arrive(CounterName counter, LinearStep step) {
    if (state(counter).version() != step.before().version()) {
      return CasOutcome.REFUSED;
    }
    states.put(counter, step.next());
    Map<String, RememberedEvent> ids = remembered.computeIfAbsent(counter, any -> new HashMap<>());
    step.remembered().forEach(one -> ids.put(one.id(), one));
    return CasOutcome.APPLIED;
  }

  LinearState state(CounterName counter) {
    return states.getOrDefault(counter, LinearState.NONE);
  }

  /** Answers what was held back so far. */
  void release() {
    holds = false;
    while (!held.isEmpty()) {
      held.removeFirst().run();
    }
  }

  private <T> CompletionStage<T> answer(Supplier<T> value) {
    if (broken) {
      throw new IllegalStateException("broken");
    }
    if (away) {
      return CompletableFuture.failedStage(new StoreUnavailable("away", null));
    }
    CompletableFuture<T> answer = new CompletableFuture<>();
    T now = value.get();
    if (holds) {
      held.addLast(() -> answer.complete(now));
    } else {
      answer.complete(now);
    }
    return answer;
  }

  @Override
  public CompletionStage<Void> states(Extent extent, BiConsumer<Integer, LinearState> sink) {
    of(extent).forEach(counter -> sink.accept(0, state(counter)));
    return answer(() -> null);
  }

  /** The counters of an extent with names. */
  private static List<CounterName> of(Extent extent) {
    return Objects.requireNonNull(extent.names()).stream()
        .map(name -> CounterName.ofStored(extent.stored(), name))
        .toList();
  }

  @Override
  public CompletionStage<WriteOutcome> eraseWindows(WindowPartition partition, Extent extent) {
    WriteOutcome outcome = unexportable ? WriteOutcome.UNKNOWN : WriteOutcome.WRITTEN;
    erased.add(partition);
    return answer(() -> outcome);
  }

  @Override
  public CompletionStage<Void> erase(Extent extent) {
    of(extent).forEach(states::remove);
    return answer(() -> null);
  }
}
