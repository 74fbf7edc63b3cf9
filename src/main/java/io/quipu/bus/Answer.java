package io.quipu.bus;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of the request of a ticket: a reply, or a failure. */
record Answer<Q, R>(Ticket<Q, R> ticket, @Nullable R reply, @Nullable Throwable failure) {

  /**
   * The requests of one turn.
   *
   * @param replyTo where the answers go
   */
  record Requests<Q, R>(String replyTo, List<Ticket<Q, R>> tickets) {}

  /** The answers of one turn. */
  record Replies<Q, R>(List<Answer<Q, R>> answers) {}
}
