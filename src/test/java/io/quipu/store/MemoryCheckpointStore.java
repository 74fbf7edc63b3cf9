package io.quipu.store;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Checkpoints in memory, with the real condition and scripted answers. */
public final class MemoryCheckpointStore implements CheckpointStore {
  /** What may be asked of it. */
  public enum Call {
    READ,
    READ_SERIAL,
    WINDOWS,
    WINDOW_SLICE,
    ADVANCE,
    PREPARE,
    COLLECT
  }

  public final Script<Call> script = new Script<>();
  private final Map<CounterName, Checkpoint> checkpoints = new HashMap<>();
  private final Map<CounterName, Map<Window, Tally>> windows = new HashMap<>();

  public Checkpoint stored(CounterName counter) {
    return checkpoints.getOrDefault(counter, Checkpoint.NONE);
  }

  public Map<Window, Tally> storedWindows(CounterName counter) {
    return windows.getOrDefault(counter, Map.of());
  }

  /** Advances as another settler would. */
  public boolean advanced(
      CounterName counter, Checkpoint expected, Checkpoint next, Map<Window, Tally> changed) {
    Checkpoint now = stored(counter);
    boolean unmoved = isUnmoved(now, expected);
    if (unmoved) {
      checkpoints.put(
          counter, new Checkpoint(next.total(), next.until(), next.epochs(), now.collected()));
      windows.computeIfAbsent(counter, any -> new HashMap<>()).putAll(changed);
    }
    return unmoved;
  }

  @Override
  public CompletionStage<Checkpoint> read(CounterName counter) {
    return script.read(Call.READ, () -> stored(counter));
  }

  @Override
  public CompletionStage<Checkpoint> readSerial(CounterName counter) {
    return script.read(Call.READ_SERIAL, () -> stored(counter));
  }

  @Override
  public CompletionStage<Map<Window, Tally>> windows(CounterName counter, List<Window> asked) {
    return script.read(
        Call.WINDOWS,
        () -> {
          Map<Window, Tally> found = new HashMap<>(storedWindows(counter));
          found.keySet().retainAll(asked);
          return Map.copyOf(found);
        });
  }

  @Override
  public CompletionStage<WindowSlice> windowSlice(
      CounterName counter, Granularity granularity, Window first, Window last) {
    return script.read(
        Call.WINDOW_SLICE,
        () -> {
          Map<Window, Tally> found = new HashMap<>(storedWindows(counter));
          found
              .keySet()
              .removeIf(
                  window ->
                      window.granularity() != granularity
                          || window.startSecond() < first.startSecond()
                          || window.startSecond() > last.startSecond());
          return new WindowSlice(stored(counter), Map.copyOf(found));
        });
  }

  @Override
  public CompletionStage<CasOutcome> prepare(CounterName counter, Checkpoint expected) {
    return script.conditional(
        Call.PREPARE,
        () -> {
          Checkpoint now = stored(counter);
          boolean unmoved = isUnmoved(now, expected);
          if (unmoved) {
            checkpoints.put(counter, now.prepared());
          }
          return unmoved;
        });
  }

  private static boolean isUnmoved(Checkpoint now, Checkpoint expected) {
    return now.until().equals(expected.until())
        && now.epochs().current() == expected.epochs().current();
  }

  @Override
  public CompletionStage<CasOutcome> collect(
      CounterName counter, Checkpoint expected, EventTime next) {
    return script.conditional(
        Call.COLLECT,
        () -> {
          Checkpoint now = stored(counter);
          boolean may = now.collected().equals(expected.collected()) && !now.until().isBefore(next);
          if (may) {
            checkpoints.put(counter, new Checkpoint(now.total(), now.until(), now.epochs(), next));
          }
          return may;
        });
  }

  @Override
  public CompletionStage<CasOutcome> advance(
      CounterName counter, Checkpoint expected, Checkpoint next, Map<Window, Tally> changed) {
    return script.conditional(
        Call.ADVANCE, () -> advanced(counter, expected, next, Map.copyOf(changed)));
  }
}
