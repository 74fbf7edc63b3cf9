package io.quipu.engine.checkpoint;

import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;

/**
 * The supplements of one counter after a step: the tallies that events of other minutes than their
 * own add to windows. The state of the counter keeps a few windows, to which later steps may add
 * more. The others are exported, each as what was added since it was last exported. So a history
 * that comes in the order of time takes about one exported supplement for each window, not one for
 * each step.
 *
 * @param kept the supplements that the state keeps
 * @param exported the supplements that the step exports
 */
record Supplements(Map<Window, Tally> kept, Map<Window, Tally> exported) {
  /** The maximum number of windows of each granularity that a state keeps. */
  static final int MOST_KEPT = 4;

  /** Latest first. */
  private static final Comparator<Entry<Window, Tally>> LATEST =
      Entry.<Window, Tally>comparingByKey().reversed();

  /**
   * The supplements after a step.
   *
   * @param before the supplements that the state kept before the step, and those of resets that
   *     were not written to it
   * @param added what the step adds; these windows are kept rather than others, as more may come
   */
  static Supplements after(Map<Window, Tally> before, Map<Window, Tally> added) {
    if (added.isEmpty() && before.size() <= MOST_KEPT) {
      return new Supplements(before, Map.of());
    }
    Map<Window, Tally> rest = new HashMap<>(before);
    Map<Window, Tally> touched = new HashMap<>(added);
    touched.replaceAll(
        (window, tally) -> {
          Tally more = rest.remove(window);
          return more == null ? tally : tally.plus(more);
        });
    List<Entry<Window, Tally>> inOrder = new ArrayList<>();
    touched.entrySet().stream().sorted(LATEST).forEach(inOrder::add);
    rest.entrySet().stream().sorted(LATEST).forEach(inOrder::add);
    Map<Granularity, Integer> keeps = new HashMap<>();
    Supplements after = new Supplements(new HashMap<>(), new HashMap<>());
    inOrder.removeIf(one -> one.getValue().isZero());
    for (Entry<Window, Tally> one : inOrder) {
      boolean fits = keeps.merge(one.getKey().granularity(), 1, Integer::sum) <= MOST_KEPT;
      (fits ? after.kept : after.exported).put(one.getKey(), one.getValue());
    }
    return after;
  }
}
