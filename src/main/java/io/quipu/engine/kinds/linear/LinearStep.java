package io.quipu.engine.kinds.linear;

import java.util.List;

/**
 * One change of a counter, which a compare-and-set on the version writes.
 *
 * @param remembered the events whose ids are to be remembered from now on
 */
public record LinearStep(LinearState before, LinearState next, List<RememberedEvent> remembered) {
  public LinearStep {
    if (next.version() != before.version() + 1
        || !next.ids().follows(before.ids(), remembered.size())) {
      throw new IllegalArgumentException(before + " does not become " + next);
    }
  }

  /** The number of the period of the remembered ids. Its parity says where the ids lie. */
  public long period() {
    return before.ids().number();
  }

  /**
   * Tells whether the ids of later steps belong to the next period. If so, this step also deletes
   * the ids of the period before {@link #period}, to make room for the ids of later steps.
   */
  public boolean endsPeriod() {
    return next.ids().number() > before.ids().number();
  }
}
