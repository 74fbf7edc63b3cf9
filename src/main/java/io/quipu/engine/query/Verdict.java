package io.quipu.engine.query;

import java.util.Locale;

/** The verdict on a settled event. */
public enum Verdict {
  /** The event is in the count. */
  COUNTED,
  /** The id was counted before with the same delta and events. */
  DUPLICATE,
  /** The id was counted before with another delta or number of events; the first ones count. */
  CONFLICT;

  /** The label in the contract. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
