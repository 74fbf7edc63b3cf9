package io.quipu.engine.query;

import java.util.Locale;

/** What became of an event when it was settled. */
public enum Verdict {
  /** It is in the count. */
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
