package io.quipu.engine.query;

import java.util.Locale;

/** The verdict on an event, known when it was settled. */
public enum Verdict {
  /** The event is in the count. */
  COUNTED,
  /** Its id had been counted before, with the same delta. */
  DUPLICATE,
  /** Its id had been counted before, with another delta: the first stands. */
  CONFLICT;

  /** As the contract spells it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
