package io.quipu.edge.guard.body;

/**
 * The bytes of a {@link ByteBudget} that one request or one answer holds. {@link #end} gives all of
 * them back. Safe on any thread, because a worker may take more bytes while the client disconnects.
 */
public final class HeldBytes {
  private final ByteBudget budget;
  private long bytes;
  private boolean over;

  public HeldBytes(ByteBudget budget) {
    this.budget = budget;
  }

  /** Takes more bytes. Returns false if the budget has no room for them, or after {@link #end}. */
  public synchronized boolean take(ByteBudget.Use use, long more) {
    if (over || !budget.take(use, more)) {
      return false;
    }
    bytes += more;
    return true;
  }

  /** Takes more bytes even if there is no room: for an answer that must be sent. */
  public synchronized void takeAnyway(long more) {
    if (!over) {
      budget.takeAnyway(more);
      bytes += more;
    }
  }

  /** Gives all bytes back. After this call no more bytes can be taken. */
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
