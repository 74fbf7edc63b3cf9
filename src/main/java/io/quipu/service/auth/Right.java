package io.quipu.service.auth;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The rights of a caller; none of them includes another. */
public enum Right {
  /** Counts, windows, lists, the settings of a namespace. */
  READ,
  /** New events. */
  RECORD,
  /** Namespaces, resets and recounts. */
  ADMIN,
  /** Keys. */
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
