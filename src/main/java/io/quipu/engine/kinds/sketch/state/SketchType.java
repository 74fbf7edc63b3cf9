package io.quipu.engine.kinds.sketch.state;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.names.Namespace;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The type of the state that is kept of the values of a counter. */
public enum SketchType {
  SUM(1, false),
  MIN(2, false),
  MAX(3, false),
  /** The approximate number of different values. */
  DISTINCT(4, true),
  /** The most frequent values. */
  TOP(5, true),
  /** The approximate values of given ranks. */
  QUANTILES(6, false);

  /** The name of the setting. */
  public static final String SETTING = "state";

  private final int code;
  private final boolean takesText;

  SketchType(int code, boolean takesText) {
    this.code = code;
    this.takesText = takesText;
  }

  /** The name of the type in the contract. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The type with a name of the contract.
   *
   * @throws InvalidInput naming {@code state} if no type has this name
   */
  public static SketchType of(String label) {
    for (SketchType type : values()) {
      if (type.label().equals(label)) {
        return type;
      }
    }
    throw new InvalidInput(
        "state",
        "state must be one of "
            + Arrays.stream(values()).map(SketchType::label).collect(Collectors.joining(", ")));
  }

  /**
   * The type that the settings of a namespace name.
   *
   * @throws InvalidInput naming {@code state} if they name no type
   */
  public static SketchType of(Namespace namespace) {
    return of(namespace.settings().getOrDefault(SETTING, ""));
  }

  /** The code of the type in a stored state, from 1 to 127. */
  int code() {
    return code;
  }

  /**
   * The type with a code of a stored state.
   *
   * @throws IllegalArgumentException if no type has this code
   */
  static SketchType ofCode(int code) {
    for (SketchType type : values()) {
      if (type.code == code) {
        return type;
      }
    }
    throw new IllegalArgumentException("a state of type " + code);
  }

  /** Tells whether a value may be a text as well as a number. */
  public boolean takesText() {
    return takesText;
  }

  /** The bytes in memory that a state takes even without values; 0 if they are negligible. */
  public int leastBytes() {
    return this == QUANTILES ? QuantilesState.LEAST_BYTES : 0;
  }

  /** A state without values. */
  public SketchState empty() {
    return switch (this) {
      case SUM -> new SumState();
      case MIN -> new ExtremeState(-1);
      case MAX -> new ExtremeState(1);
      case DISTINCT -> new DistinctState();
      case TOP -> new TopState();
      case QUANTILES -> new QuantilesState();
    };
  }
}
