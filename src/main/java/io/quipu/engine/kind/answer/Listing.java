package io.quipu.engine.kind.answer;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.state.ListedValue;
import java.util.List;

/** Counters of a namespace with their values, in order of UTF-8 bytes. */
public record Listing(List<FoundCounter> counters) {
  /**
   * One counter of the list.
   *
   * @param value of a counter on pages the settled count, summed over its pages
   */
  public record FoundCounter(CounterName counter, ListedValue value) {}

  /** The counters that were not deleted meanwhile, in the namespace as it is now. */
  public Listing undeleted(Namespace now) {
    return new Listing(
        counters.stream().filter(one -> one.counter.equals(one.counter.in(now))).toList());
  }
}
