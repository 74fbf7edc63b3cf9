package io.quipu.edge.guard;

/**
 * The bytes of a {@link ByteBudget} that one caller holds, given back all at once. Safe on any
 * thread, as a worker may take more while the caller goes away.
 */
public final class HeldBytes {
  private final ByteBudget budget;
  private long bytes;
  private boolean over;

  public HeldBytes(ByteBudget budget) {
    this.budget = budget;
  }

  /** Takes some more; false if there are not as many, or all were given back. */
  public synchronized boolean take(ByteBudget.Use use, long more) {
    if (over || !budget.take(use, more)) {
      return false;
    }
    bytes += more;
    return true;
  }

  /** Takes some more though there may be no room: for an answer that must be given. */
  public synchronized void takeAnyway(long more) {
    if (!over) {
      budget.takeAnyway(more);
      bytes += more;
    }
  }

  /** Gives all of them back; nothing can be taken any more. */
  public synchronized void end() {
    over = true;
    if (bytes > 0) {
      budget.giveBack(bytes);
      bytes = 0;
    }
  }

  /** How many they are. */
  public synchronized long bytes() {
    return bytes;
  }
}
