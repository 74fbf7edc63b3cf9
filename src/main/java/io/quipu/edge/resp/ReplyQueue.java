package io.quipu.edge.resp;

import io.quipu.edge.guard.ByteBudget;
import io.quipu.edge.resp.protocol.Reply;
import io.quipu.edge.resp.protocol.ReplyBytes;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The commands of a connection that are not answered, and the replies that wait to be written, both
 * in the order of the commands. Confined to the context of its connection.
 */
final class ReplyQueue {
  /** Most words of commands that are not answered. One command may have more, but alone. */
  static final int MOST_WORDS = 4_096;

  /** Most bytes of replies that wait to be written. One reply may have more, but alone. */
  static final int MOST_BYTES = 64 * 1024;

  private final ByteBudget budget;
  private final ArrayDeque<Slot> slots = new ArrayDeque<>();
  private final ReplyBytes out = new ReplyBytes();
  private int words;
  private boolean over;

  /** A command that is not answered, or whose reply waits for those before. */
  static final class Slot {
    private final String label;
    private final boolean silent;
    private final boolean writes;
    private final int words;
    private final long since;

    /** Taken of the budget, and owed to it. */
    private long bytes;

    /** Which one was spoken when it began, or from it on. */
    private int protocol;

    private @Nullable Reply reply;

    /**
     * @param silent whether nobody is told its reply
     * @param writes whether it may record
     * @param since when it was read, of the clock that never jumps, in nanoseconds
     */
    Slot(String label, boolean silent, boolean writes, int words, long since) {
      this.label = label;
      this.silent = silent;
      this.writes = writes;
      this.words = words;
      this.since = since;
    }

    String label() {
      return label;
    }

    boolean writes() {
      return writes;
    }

    long since() {
      return since;
    }

    void speaks(int version) {
      protocol = version;
    }
  }

  ReplyQueue(ByteBudget budget) {
    this.budget = budget;
  }

  /** Takes the place after all others; false if there is no room for its bytes: it owes none. */
  boolean add(Slot slot, long bytes) {
    slots.add(slot);
    words += slot.words;
    if (!budget.take(ByteBudget.Use.MESSAGE, bytes)) {
      return false;
    }
    slot.bytes = bytes;
    return true;
  }

  void answer(Slot slot, Reply reply) {
    slot.reply = reply;
    settle();
  }

  /**
   * Takes replies in their order, as far as there is room for them: short commands may have long
   * replies, and a client that sends many need not take any.
   */
  private void settle() {
    for (Slot first = slots.peekFirst();
        first != null && first.reply != null && (over || out.size() < MOST_BYTES);
        first = slots.peekFirst()) {
      slots.removeFirst();
      words -= first.words;
      budget.giveBack(first.bytes);
      if (!first.silent && !over) {
        out.write(first.reply, first.protocol);
      }
    }
  }

  /** Nobody is told any more. */
  void end() {
    over = true;
    settle();
  }

  /** Tells whether no more is to be read before something was answered, or written. */
  boolean isFull() {
    return words >= MOST_WORDS || out.size() >= MOST_BYTES;
  }

  /** Tells whether all is answered and written. */
  boolean isEmpty() {
    return slots.isEmpty() && out.isEmpty();
  }

  /** Tells whether there is something to be written. */
  boolean hasReplies() {
    return !out.isEmpty();
  }

  /** Takes the bytes that are to be written, for which others may wait in their place. */
  byte[] take() {
    byte[] bytes = out.take();
    settle();
    return bytes;
  }
}
