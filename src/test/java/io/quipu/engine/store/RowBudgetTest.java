package io.quipu.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RowBudgetTest {
  private static final long HEAP = 174L * 1024 * 1024;

  /** Half of it for settling, whatever is read; rankings have a share of their own. */
  @Test
  void allSharesTogetherAreAQuarterOfTheHeap() {
    RowBudget budget = RowBudget.ofHeap(HEAP);
    int all = budget.settling().rows() + budget.reading().rows() + budget.ranking().rows();
    assertThat((double) all * RowBudget.ROW_BYTES / HEAP).isBetween(0.2499, 0.25);
    assertThat(budget.settling().rows()).isBetween(all / 2 - 1, all / 2 + 1);
    assertThat(budget.ranking().rows()).isBetween(all / 8 - 1, all / 8 + 1);
  }
}
