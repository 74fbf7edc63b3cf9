package io.quipu.client;

import java.util.Locale;

/** The kind of the counters of a namespace. */
public enum Kind {
  EVENT,
  UNIQUE,
  LATEST,
  SKETCH,
  LINEAR;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Kind of(String word) {
    for (Kind kind : values()) {
      if (kind.word().equals(word)) {
        return kind;
      }
    }
    throw new QuipuException("The kind " + word + " is not known to this client", null);
  }
}
