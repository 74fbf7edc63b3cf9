package io.quipu.edge.resp;

import io.quipu.edge.guard.body.ByteBudget;
import io.quipu.edge.resp.protocol.Reply;
import io.quipu.edge.resp.protocol.ReplyBytes;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The unanswered commands of a connection, and the replies that wait to be written. Both are in the
 * order of the commands. Confined to the context of its connection.
 */
final class ReplyQueue {
  /** The number of words of queued commands at which reading stops. */
  static final int MOST_WORDS = 4_096;

  /** The number of bytes to be written at which reading stops, and later replies must wait. */
  static final int MOST_BYTES = 64 * 1024;

  private final ByteBudget budget;
  private final ArrayDeque<Slot> slots = new ArrayDeque<>();
  private final ReplyBytes out = new ReplyBytes();
  private int words;
  private boolean over;

  /** A command without a reply, or with a reply that waits for earlier replies or for room. */
  static final class Slot {
    private final String label;
    private final boolean silent;
    private final boolean writes;
    private final int words;
    private final long since;

    /** Bytes taken from the budget, to be given back. */
    private long bytes;

    /** The version of the protocol of the reply. The reply to HELLO has the new version. */
    private int protocol;

    private @Nullable Reply reply;

    /**
     * @param silent whether the reply is not sent
     * @param writes whether the command may write
     * @param since the time at which the command began, in nanoseconds of a monotonic clock
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

  /** Adds a slot in any case. Takes its bytes from the budget; false if the budget has no room. */
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
   * Moves replies to the output in their order, while the output has room. The bound is needed
   * because short commands may have long replies, and a client may send commands without reading.
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

  /** Drops all replies from now on. */
  void end() {
    over = true;
    settle();
  }

  /** Tells whether reading must stop until a command is answered, or a reply is written. */
  boolean isFull() {
    return words >= MOST_WORDS || out.size() >= MOST_BYTES;
  }

  /** Tells whether all commands are answered, and all replies are written. */
  boolean isEmpty() {
    return slots.isEmpty() && out.isEmpty();
  }

  /** Tells whether replies wait to be written. */
  boolean hasReplies() {
    return !out.isEmpty();
  }

  /** Takes the bytes that are to be written, and moves further replies to the output. */
  byte[] take() {
    byte[] bytes = out.take();
    settle();
    return bytes;
  }
}
