package io.quipu.engine.kind;

/** A feature that counters of some kinds have, and others do not. */
public enum Feature {
  /** Counts by minute, hour and day. */
  WINDOWS("windows"),
  /** Lists of the counters of a namespace. */
  LISTS("lists"),
  /** Counting the retained rows again. */
  RECOUNT("recount"),
  /** Setting a counter back to zero. */
  RESET("reset");

  private final String label;

  Feature(String label) {
    this.label = label;
  }

  /** For whoever asked for it. */
  public String label() {
    return label;
  }
}
