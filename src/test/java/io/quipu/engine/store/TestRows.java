package io.quipu.engine.store;

import io.quipu.engine.time.HandDrivenTime;

/** Rows for tests that are about something else: more than they need, so that nobody waits. */
public final class TestRows {
  private TestRows() {}

  public static RowShare.Taker plenty() {
    return new RowShare(100_000_000).on(new HandDrivenTime());
  }
}
