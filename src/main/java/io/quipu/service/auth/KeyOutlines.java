package io.quipu.service.auth;

import io.quipu.engine.keys.KeyStore;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The receivers of what has to be known of all keys.
 *
 * @param origins gets the origins that keys name
 * @param expiries gets the times at which keys expire
 */
public record KeyOutlines(KeyOrigins origins, KeyExpiries expiries) {
  Reading read() {
    return new Reading();
  }

  /** One reading of all keys. */
  final class Reading {
    private final Set<String> named = new TreeSet<>();
    private final List<Long> ends = new ArrayList<>();

    void add(KeyStore.Outline key) {
      for (String origin : key.origins()) {
        if (named.size() < KeyOrigins.MOST) {
          named.add(origin);
        }
      }
      EventTime expires = key.expires();
      if (expires != null) {
        ends.add(expires.instant().toEpochMilli());
      }
    }

    /** Hands on what was read. Not called if the keys could not be read to the end. */
    void end() {
      origins.replace(named);
      expiries.replace(ends.stream().mapToLong(end -> end).sorted().toArray());
    }
  }
}
