package io.quipu.edge.guard;

import io.netty.channel.Channel;
import io.netty.util.Attribute;
import io.netty.util.AttributeKey;
import io.vertx.core.MultiMap;
import java.util.Map;

/**
 * The bytes that a connection takes of the budget for heads that are larger than those of nearly
 * all requests: while they are read, as a head may take several times its bytes, and most of that
 * stays until the request is answered. What every connection may take was counted when it was
 * opened. Confined to the event loop of the connection.
 */
public final class LargeHeads {
  /** Up to here a head is not large. */
  static final int FREE_BYTES = 8 * 1024;

  /** About what a header takes besides its text, as an entry of a table with two strings. */
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

  /** About what a head takes in memory. */
  private static long cost(int headers, int bytes) {
    return (long) headers * HEADER_BYTES + 2L * bytes;
  }

  /** So much of a head was read, and there is more to come; false if there is no room for it. */
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

  /** A head was read to its end, or refused: who answers it takes what it needs. */
  void finished(int headers, int bytes) {
    gone();
    boolean large = cost(headers, bytes) > FREE_BYTES;
    if (large != marked) {
      marked = large;
      mark.set(large);
    }
  }

  /** Nothing is held any more. */
  void gone() {
    if (held > 0) {
      budget.giveBack(held);
      held = 0;
    }
  }

  /**
   * Counts the bytes that a request takes in memory for its head, beyond those of its connection.
   */
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
