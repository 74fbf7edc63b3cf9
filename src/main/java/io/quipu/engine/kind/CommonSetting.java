package io.quipu.engine.kind;

import io.quipu.engine.model.InvalidInput;
import io.quipu.engine.model.Namespace;
import java.util.function.Function;

/** A setting that is a component of {@link Namespace}, which most kinds have. */
public enum CommonSetting {
  /** Ids are remembered. */
  DEDUPLICATE("deduplicate", Namespace::deduplicate),
  /** Rows of events are kept after they are settled. */
  ROWS("rows", Namespace::retain),
  /** A counter may be spread over several pages. */
  SHARDS("shards", Namespace::shards),
  /** There are counts by minute, hour and day. */
  WINDOWS("windows", Namespace::windows);

  private final String label;
  private final Function<Namespace, Object> value;

  CommonSetting(String label, Function<Namespace, Object> value) {
    this.label = label;
    this.value = value;
  }

  /**
   * Refuses a value that is given to a kind without this setting, unless it is the default: that
   * changes nothing, and is what earlier versions showed.
   *
   * @throws InvalidInput naming the setting
   */
  void refuse(Kind kind, Namespace next) {
    if (!value.apply(next).equals(value.apply(kind.defaults(next.name())))) {
      throw new InvalidInput(label, "kind " + kind.label() + " has no setting " + label);
    }
  }
}
