package io.quipu.engine.kinds.linear;

import java.util.List;

/**
 * One change of a counter: what a compare-and-set on its version writes.
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

  /** The period that has its ids: its parity says where they lie. */
  public long period() {
    return before.ids().number();
  }

  /**
   * Tells whether the next ids belong to the next period. The ids of the period before this one,
   * which lie where the next ones will, are forgotten with this step.
   */
  public boolean endsPeriod() {
    return next.ids().number() > before.ids().number();
  }
}
