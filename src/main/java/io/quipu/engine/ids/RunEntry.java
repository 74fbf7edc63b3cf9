package io.quipu.engine.ids;

import io.quipu.engine.names.IdKey;
import io.quipu.engine.state.CountedId;
import java.util.UUID;

/**
 * A counted row of an id, as a run has it.
 *
 * @param at the timeuuid of the row
 * @param events the number of events in the row
 * @param window the seconds for which the id is remembered, or 0 for ever
 */
public record RunEntry(IdKey key, UUID at, long delta, int events, int window) {
  /** Compares by key, then by time. */
  static int compare(RunEntry one, RunEntry other) {
    int order = one.key.compareTo(other.key);
    order = order != 0 ? order : Long.compare(one.at.timestamp(), other.at.timestamp());
    return order != 0
        ? order
        : Long.compare(one.at.getLeastSignificantBits(), other.at.getLeastSignificantBits());
  }

  /** The entry of a counted id. */
  public static RunEntry of(IdKey key, CountedId id) {
    return new RunEntry(key, id.at(), id.delta(), id.events(), id.window());
  }

  /** The counted id, with its text. */
  public CountedId counted(String id) {
    return new CountedId(id, at, delta, events, window);
  }
}
