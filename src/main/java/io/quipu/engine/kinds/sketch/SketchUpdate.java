package io.quipu.engine.kinds.sketch;

import io.quipu.engine.kind.Recording;
import io.quipu.engine.kinds.sketch.state.SketchType;
import io.quipu.engine.kinds.sketch.state.SketchValue;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DerivedName;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Values of one counter that are acknowledged together.
 *
 * @param windows the windows that the counter and its series have
 * @param keys for each value the keys of its series, one for each breakdown; empty if the namespace
 *     has no breakdowns
 */
public record SketchUpdate(
    CounterName counter,
    SketchType type,
    Set<Granularity> windows,
    List<SketchValue> values,
    List<List<String>> keys)
    implements Recording {
  public SketchUpdate {
    if (values.isEmpty() || (!keys.isEmpty() && keys.size() != values.size())) {
      throw new IllegalArgumentException(values.size() + " values with " + keys.size() + " keys");
    }
  }

  /** Makes an update of a counter without windows and series. */
  SketchUpdate(CounterName counter, SketchType type, List<SketchValue> values) {
    this(counter, type, Set.of(), values, List.of());
  }

  @Override
  public int size() {
    return values.size();
  }

  @Override
  public Set<CounterName> series() {
    Set<CounterName> all = new TreeSet<>();
    keys.forEach(some -> some.forEach(key -> all.add(counter.with(key))));
    return all;
  }

  /** Tells whether the update belongs to the state of all events of its counter only. */
  boolean isAlone() {
    return windows.isEmpty() && keys.isEmpty();
  }

  /** Tells whether this update belongs to more than so many states. */
  boolean hasMoreStates(int most) {
    if (keys.isEmpty()) {
      return false;
    }
    int series = most / (1 + windows.size()) - 1;
    return keys.size() * keys.get(0).size() > series
        && keys.stream().flatMap(List::stream).distinct().count() > series;
  }

  /** The first or second half of the values. */
  SketchUpdate half(boolean first) {
    int middle = values.size() / 2;
    int from = first ? 0 : middle;
    int end = first ? middle : values.size();
    return new SketchUpdate(
        counter,
        type,
        windows,
        values.subList(from, end),
        keys.isEmpty() ? keys : keys.subList(from, end));
  }

  /**
   * The states that the update belongs to, in addition to that of all events of its counter, and
   * the values that each of them takes. In one order, as a simulated world replays in another
   * process only then.
   *
   * @param at the time of the update: the group time at which it is recorded
   */
  Map<DerivedName, List<SketchValue>> derived(EventTime at) {
    Map<DerivedName, List<SketchValue>> all = new LinkedHashMap<>();
    putWindows(counter, values, at, all);
    Map<String, List<SketchValue>> ofSeries = new LinkedHashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      for (String key : keys.get(i)) {
        ofSeries.computeIfAbsent(key, any -> new ArrayList<>()).add(values.get(i));
      }
    }
    ofSeries.forEach(
        (key, some) -> {
          CounterName series = counter.with(key);
          all.put(DerivedName.whole(series), some);
          putWindows(series, some, at, all);
        });
    return Collections.unmodifiableMap(all);
  }

  private void putWindows(
      CounterName of,
      List<SketchValue> some,
      EventTime at,
      Map<DerivedName, List<SketchValue>> to) {
    for (Granularity granularity : Granularity.values()) {
      if (windows.contains(granularity)) {
        to.put(new DerivedName(of, granularity.windowOf(at)), some);
      }
    }
  }
}
