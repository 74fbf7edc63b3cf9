package io.quipu.client;

import java.util.List;

/**
 * All counters of a namespace whose names begin with a prefix, also those that appear later.
 *
 * @param prefix empty for all counters of the namespace
 */
record PrefixedCounters(String namespace, String prefix) implements LiveSubject {
  @Override
  public boolean comesAndGoes() {
    return true;
  }

  @Override
  public List<String> subscriptions() {
    return List.of(LiveMessages.prefix(namespace, prefix));
  }

  /** All of them: the service refuses a prefix with more counters than it has room for. */
  @Override
  public LiveSubject within(int most) {
    return this;
  }

  @Override
  public @Nullable LiveSubject beyond(int most) {
    return null;
  }
}
