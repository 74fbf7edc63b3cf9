package io.quipu.engine.kind.answer;

/** A feature that only counters of some kinds have. */
public enum Feature {
  /** The counts by minute, hour and day. */
  WINDOWS("windows"),
  /** The rankings of the counters of a namespace by a window. */
  WINDOW_RANKINGS("ranking by window"),
  /** The lists of the counters of a namespace. */
  LISTS("lists"),
  /** A new count of the retained rows of a counter. */
  RECOUNT("recount"),
  /** The reset of a counter to zero. */
  RESET("reset");

  private final String label;

  Feature(String label) {
    this.label = label;
  }

  /** The name of the feature in messages to callers. */
  public String label() {
    return label;
  }
}
