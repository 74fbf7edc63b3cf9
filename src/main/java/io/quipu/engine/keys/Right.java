package io.quipu.engine.keys;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The rights of a caller. No right includes another right. */
public enum Right {
  /** To read counts, windows, lists, and the settings of a namespace. */
  READ,
  /** To record events. */
  RECORD,
  /** To create and change namespaces, and to reset and recount counters. */
  ADMIN,
  /** To create, list and delete keys. */
  OPERATE;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** The name of the right in the contract. */
  public String label() {
    return label;
  }

  static Optional<Right> of(String label) {
    return Stream.of(values()).filter(right -> right.label.equals(label)).findFirst();
  }
}
