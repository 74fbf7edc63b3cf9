package io.quipu.client;

import java.util.List;

/**
 * Counters that are followed by their names.
 *
 * @param counters each once
 * @param breakdown by which their series are followed; null for the counters themselves
 */
record NamedCounters(List<CounterRef> counters, @Nullable Breakdown breakdown)
    implements LiveSubject {

  @Override
  public boolean comesAndGoes() {
    return false;
  }

  @Override
  public List<String> subscriptions() {
    return LiveMessages.subscriptions(counters, breakdown);
  }

  @Override
  public LiveSubject within(int most) {
    return counters.size() <= most ? this : some(0, most);
  }

  @Override
  public @Nullable LiveSubject beyond(int most) {
    return counters.size() <= most ? null : some(most, counters.size());
  }

  private NamedCounters some(int from, int before) {
    return new NamedCounters(List.copyOf(counters.subList(from, before)), breakdown);
  }
}
