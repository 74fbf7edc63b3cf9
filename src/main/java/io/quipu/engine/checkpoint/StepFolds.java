package io.quipu.engine.checkpoint;

import io.quipu.engine.checkpoint.StepRows.Row;
import io.quipu.engine.checkpoint.dedup.IdRow;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.windows.EventTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The folds of all counters with rows in one step. Confined to one context. */
final class StepFolds {
  private final Map<CounterName, CounterFold> folds = new HashMap<>();

  StepFolds(Map<CounterName, List<Row>> rows) {
    rows.forEach((counter, some) -> folds.put(counter, new CounterFold(some)));
  }

  Map<CounterName, CounterFold> byCounter() {
    return folds;
  }

  /** The counters and series that the step may change. */
  Set<CounterName> changeable() {
    Set<CounterName> some = new HashSet<>(folds.keySet());
    folds.forEach((counter, fold) -> fold.series().forEach(key -> some.add(counter.with(key))));
    return some;
  }

  /** The rows with ids, of the counters that have any. */
  Map<CounterName, List<IdRow>> undecided() {
    return each(CounterFold::undecided);
  }

  /** The times of the resets, of the counters that have any. */
  Map<CounterName, List<EventTime>> resets() {
    return each(CounterFold::resets);
  }

  private <T> Map<CounterName, List<T>> each(Function<CounterFold, List<T>> of) {
    Map<CounterName, List<T>> all = new HashMap<>();
    folds.forEach(
        (counter, fold) -> {
          List<T> some = of.apply(fold);
          if (!some.isEmpty()) {
            all.put(counter, some);
          }
        });
    return all;
  }
}
