package io.quipu.engine.kind;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.names.Namespace;

/** A setting that is a component of {@link Namespace}, which most kinds have. */
public enum CommonSetting {
  /** Ids are remembered. */
  DEDUPLICATE("deduplicate"),
  /** Rows of events are kept after they are settled. */
  ROWS("rows"),
  /** A counter may be spread over several pages. */
  SHARDS("shards"),
  /** There are counts by minute, hour and day. */
  WINDOWS("windows");

  private final String label;

  CommonSetting(String label) {
    this.label = label;
  }

  private Object of(Namespace namespace) {
    return switch (this) {
      case DEDUPLICATE -> namespace.deduplicate();
      case ROWS -> namespace.retain();
      case SHARDS -> namespace.shards();
      case WINDOWS -> namespace.windows();
    };
  }

  /**
   * Refuses a value that is given to a kind without this setting, unless it is the default: that
   * changes nothing, and is what earlier versions showed.
   *
   * @throws InvalidInput naming the setting
   */
  void refuse(Kind kind, Namespace next) {
    if (!of(next).equals(of(kind.defaults(next.name())))) {
      throw new InvalidInput(label, "kind " + kind.label() + " has no setting " + label);
    }
  }
}
