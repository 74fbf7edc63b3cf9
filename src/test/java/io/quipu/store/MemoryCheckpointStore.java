package io.quipu.store;

import io.quipu.counter.CounterName;
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
    ADVANCE
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
    boolean unmoved = stored(counter).until().equals(expected.until());
    if (unmoved) {
      checkpoints.put(counter, next);
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
  public CompletionStage<CasOutcome> advance(
      CounterName counter, Checkpoint expected, Checkpoint next, Map<Window, Tally> changed) {
    return script.conditional(
        Call.ADVANCE, () -> advanced(counter, expected, next, Map.copyOf(changed)));
  }
}
