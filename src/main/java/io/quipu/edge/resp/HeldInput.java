package io.quipu.edge.resp;

import io.quipu.edge.guard.body.ByteBudget;

/**
 * The bytes of the budget that a connection holds for input that is no command yet. Confined to the
 * context of its connection.
 */
final class HeldInput {
  private final ByteBudget budget;
  private int held;

  HeldInput(ByteBudget budget) {
    this.budget = budget;
  }

  /** Holds so many bytes from now on, and none of before; false if there is no room for them. */
  boolean hold(int bytes) {
    int more = bytes - held;
    if (more > 0 && !budget.take(ByteBudget.Use.MESSAGE, more)) {
      return false;
    }
    budget.giveBack(-more);
    held = bytes;
    return true;
  }
}
