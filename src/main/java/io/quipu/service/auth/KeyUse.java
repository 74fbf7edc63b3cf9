package io.quipu.service.auth;

import io.quipu.engine.keys.KeyStore;
import io.quipu.engine.keys.StoredKey;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventTime;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Set;

/**
 * Notes the hours in which keys are used. Every instance looks up a key in use every few seconds,
 * so no request costs anything, and a key is written once an hour. A note that fails is made at the
 * next lookup: only a use just before a crash or an outage is never noted. Confined to one context.
 */
final class KeyUse {
  private final KeyStore store;
  private final Clock clock;

  /** The ids of keys whose use is being noted. */
  private final Set<String> pending = new HashSet<>();

  KeyUse(KeyStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  /** Notes that a key is used now, unless that is noted for this hour or a later one. */
  void note(StoredKey key) {
    EventTime hour = EventTime.of(clock.wall().instant().truncatedTo(ChronoUnit.HOURS));
    EventTime last = key.lastUsed();
    if ((last == null || last.isBefore(hour)) && pending.add(key.id())) {
      // never fails
      var unused = store.used(key, hour).whenComplete((done, failure) -> pending.remove(key.id()));
    }
  }
}
