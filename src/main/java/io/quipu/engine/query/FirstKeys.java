package io.quipu.engine.query;

import io.quipu.engine.input.Utf8Order;
import io.quipu.engine.kind.answer.SeriesRange;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.EventTime;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The first of the series that a question asks for, in the order of their keys: as many as it asks
 * for, and one more. Takes the series of a tail and of states, in any order. Confined to one
 * context.
 */
final class FirstKeys implements PageReads.Sink {
  private final SeriesRange asked;
  private final NavigableSet<String> first = new TreeSet<>(Utf8Order.INSTANCE);

  FirstKeys(SeriesRange asked) {
    this.asked = asked;
  }

  /** Takes a series; tells whether one of those that follow it can be among the first. */
  boolean add(String key) {
    if (asked.has(key)) {
      first.add(key);
    }
    if (first.size() > asked.limit() + 1) {
      first.pollLast();
    }
    return first.size() <= asked.limit() || Utf8Order.INSTANCE.compare(key, first.last()) < 0;
  }

  List<String> keys() {
    return first.stream().limit(asked.limit()).toList();
  }

  /** The key after which there are more; null if there are none. */
  @Nullable String next() {
    return first.size() > asked.limit() ? first.lower(first.last()) : null;
  }

  @Override
  public boolean wants(CounterName any, String key) {
    add(key);
    return false;
  }

  @Override
  public void counts(CounterName any, EventTime at, long minute, long delta, int moreEvents) {}

  @Override
  public void takesAway(CounterName any, EventTime at, Tally away) {}
}
