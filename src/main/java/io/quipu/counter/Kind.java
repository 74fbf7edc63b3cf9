package io.quipu.counter;

import java.util.Locale;

/** What a namespace counts, and how. */
public enum Kind {
  EVENT,
  UNIQUE,
  LATEST,
  SKETCH,
  LINEAR;

  /** As the contract spells it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws InvalidInput naming {@code kind}
   */
  public static Kind parse(String label) {
    for (Kind kind : values()) {
      if (kind.label().equals(label)) {
        return kind;
      }
    }
    throw new InvalidInput("kind", "kind must be one of event, unique, latest, sketch, linear");
  }
}
