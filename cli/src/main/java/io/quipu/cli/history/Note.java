package io.quipu.cli.history;

/** A part of a history that lines cannot hold. */
public enum Note {
  RESET("were reset, which no event does: imported, windows up to the reset differ"),
  LABELS(
      "have windows in which their series do not add up to them (labels that were added later, or"
          + " events that came meanwhile): imported, the rest has no labels"),
  WINDOWS(
      "have counts outside of the windows that are kept: imported, these lie before all other"
          + " windows of the counter"),
  BELOW("count less than the counters below them: imported, they count as much");

  private final String text;

  Note(String text) {
    this.text = text;
  }

  /** The words about some counters, to follow their number. */
  public String text() {
    return text;
  }
}
