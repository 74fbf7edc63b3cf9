package io.quipu.edge.guard;

/**
 * The bytes of a {@link ByteBudget} that one caller holds. All bytes are given back at once. Safe
 * on any thread, as a worker may take more bytes while the caller disconnects.
 */
public final class HeldBytes {
  private final ByteBudget budget;
  private long bytes;
  private boolean over;

  public HeldBytes(ByteBudget budget) {
    this.budget = budget;
  }

  /** Takes more bytes; false if the budget has no room for them, or after {@link #end}. */
  public synchronized boolean take(ByteBudget.Use use, long more) {
    if (over || !budget.take(use, more)) {
      return false;
    }
    bytes += more;
    return true;
  }

  /** Takes more bytes even if there is no room, for an answer that cannot be refused. */
  public synchronized void takeAnyway(long more) {
    if (!over) {
      budget.takeAnyway(more);
      bytes += more;
    }
  }

  /** Gives all bytes back. Nothing can be taken any more. */
  public synchronized void end() {
    over = true;
    if (bytes > 0) {
      budget.giveBack(bytes);
      bytes = 0;
    }
  }

  /** The number of bytes that are held. */
  public synchronized long bytes() {
    return bytes;
  }
}
