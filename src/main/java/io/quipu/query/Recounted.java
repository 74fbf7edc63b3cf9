package io.quipu.query;

import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.RunningTally;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What rows come to, by minute. Confined to one context. */
final class Recounted {
  private final Map<Long, RunningTally> minutes = new HashMap<>();

  void add(EventTime at, long delta, long events) {
    Window minute = Granularity.MINUTE.windowOf(at);
    minutes.computeIfAbsent(minute.startSecond(), start -> new RunningTally()).add(delta, events);
  }

  BigInteger total() {
    return minutes.values().stream()
        .map(tally -> tally.tally().count())
        .reduce(BigInteger.ZERO, BigInteger::add);
  }

  /** The first minute with a row. */
  Optional<EventTime> first() {
    return minutes.keySet().stream().min(Long::compare).map(EventTime::ofEpochSecond);
  }

  /** The tallies of all windows with rows. */
  Map<Window, Tally> windows(Granularity granularity) {
    Map<Window, Tally> windows = new HashMap<>();
    minutes.forEach(
        (start, tally) ->
            windows.merge(
                granularity.windowOf(EventTime.ofEpochSecond(start)), tally.tally(), Tally::plus));
    return windows;
  }
}
