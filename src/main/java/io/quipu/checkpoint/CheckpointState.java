package io.quipu.checkpoint;

import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.store.Checkpoint;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A checkpoint together with the windows that are still open at its {@code until}. Only those can
 * grow: everything settled lies before {@code until}, so every later window is empty.
 */
record CheckpointState(Checkpoint checkpoint, Map<Window, Tally> open) {
  CheckpointState {
    open = Map.copyOf(open);
    List<Window> allowed = openAt(checkpoint.until());
    if (!allowed.containsAll(open.keySet())) {
      throw new IllegalArgumentException(open.keySet() + " do not hold " + checkpoint.until());
    }
  }

  /** The windows that hold {@code until}. */
  static List<Window> openAt(EventTime until) {
    return Arrays.stream(Granularity.values())
        .map(granularity -> granularity.windowOf(until))
        .toList();
  }

  /** The new tallies of the windows that {@code fold} touched. */
  Map<Window, Tally> advanced(Fold fold) {
    Map<Window, Tally> windows = fold.windows();
    windows.replaceAll((window, more) -> open.getOrDefault(window, Tally.ZERO).plus(more));
    return windows;
  }

  /** The same at {@code next}, which was reached with the given new tallies. */
  CheckpointState at(Checkpoint next, Map<Window, Tally> advanced) {
    Map<Window, Tally> stillOpen = new HashMap<>();
    for (Window window : openAt(next.until())) {
      Tally tally = advanced.getOrDefault(window, open.get(window));
      if (tally != null) {
        stillOpen.put(window, tally);
      }
    }
    return new CheckpointState(next, stillOpen);
  }
}
