package io.quipu.edge.guard.connection;

import io.netty.channel.Channel;
import io.netty.util.Attribute;
import io.netty.util.AttributeKey;
import io.quipu.edge.guard.body.ByteBudget;
import io.vertx.core.MultiMap;
import java.util.Map;

/**
 * The bytes that a connection takes from the budget while it reads a large head. A head may take
 * several times its length in memory, and most of this memory stays in use until the request is
 * answered. Heads that take at most {@link #FREE_BYTES}, which are nearly all, take nothing from
 * the budget. Confined to the event loop of the connection.
 */
public final class LargeHeads {
  /** The maximum number of bytes of memory that a head takes without being large. */
  static final int FREE_BYTES = 8 * 1024;

  /** The estimated bytes of a header besides its text: a table entry and two string objects. */
  private static final int HEADER_BYTES = 200;

  private static final AttributeKey<Boolean> LARGE = AttributeKey.valueOf("quipu.large-head");

  private final ByteBudget budget;
  private final Attribute<Boolean> mark;
  private long held;
  private boolean marked;

  LargeHeads(ByteBudget budget, Channel channel) {
    this.budget = budget;
    this.mark = channel.attr(LARGE);
  }

  /** Estimates the bytes that a head takes in memory. */
  private static long cost(int headers, int bytes) {
    return (long) headers * HEADER_BYTES + 2L * bytes;
  }

  /** Takes bytes for a head of which a part has arrived; false if the budget has no room. */
  boolean unfinished(int headers, int bytes) {
    long more = cost(headers, bytes) - FREE_BYTES - held;
    if (more <= 0) {
      return true;
    }
    if (!budget.take(ByteBudget.Use.LARGE_BODY, more)) {
      return false;
    }
    held += more;
    return true;
  }

  /** Gives the bytes back when a head is complete. Its request then takes {@link #bytes}. */
  void finished(int headers, int bytes) {
    gone();
    boolean large = cost(headers, bytes) > FREE_BYTES;
    if (large != marked) {
      marked = large;
      mark.set(large);
    }
  }

  /** Gives all bytes back. */
  void gone() {
    if (held > 0) {
      budget.giveBack(held);
      held = 0;
    }
  }

  /** The estimated bytes of memory that a head takes beyond the free ones; 0 if not large. */
  public static long bytes(Channel channel, MultiMap headers) {
    Attribute<Boolean> mark = channel.attr(LARGE);
    if (!Boolean.TRUE.equals(mark.get())) {
      return 0;
    }
    int count = 0;
    int bytes = 0;
    for (Map.Entry<String, String> header : headers) {
      count++;
      bytes += header.getKey().length() + header.getValue().length();
    }
    return Math.max(0, cost(count, bytes) - FREE_BYTES);
  }
}
