package io.quipu.edge.live;

import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.response.ServiceProblems;
import io.quipu.engine.kind.InvalidDraft;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the problems that the clients of live connections get. */
final class LiveProblems {
  private static final Logger log = LoggerFactory.getLogger(LiveProblems.class);

  private LiveProblems() {}

  /** Makes the rejection for a failure. A failure of an unknown type is logged as a defect. */
  static Rejection of(Throwable failure) {
    if (failure instanceof InvalidDraft invalid) {
      return Rejection.invalid(ProblemType.of(invalid.finding()), invalid.finding());
    }
    Rejection known = ServiceProblems.rejection(failure);
    if (known != null) {
      return known;
    }
    log.error("A live connection met a defect", failure);
    return Rejection.of(ProblemType.INTERNAL_ERROR, "The log has more");
  }

  /**
   * @throws Rejection unless the counters are followed
   */
  static void require(Subscriptions.Outcome outcome) {
    switch (outcome) {
      case FOLLOWED -> {}
      case TOO_MANY ->
          throw Rejection.of(
              ProblemType.INVALID_REQUEST,
              "counters",
              "One connection follows at most "
                  + Subscriptions.LIMIT
                  + " counters. Nothing of this message was subscribed.");
      case INSTANCE_FULL ->
          throw Rejection.of(
              ProblemType.QUEUE_FULL,
              "There are too many subscriptions. Nothing of this message was subscribed.");
    }
  }

  static Rejection tooManyOfPrefix() {
    return Rejection.of(
        ProblemType.INVALID_REQUEST,
        "prefix",
        "One connection follows at most "
            + Subscriptions.LIMIT
            + " counters, and this prefix has more than there is room for. Nothing of this"
            + " message was subscribed; follow a longer prefix.");
  }

  static Rejection tooManyPrefixes() {
    return Rejection.of(
        ProblemType.INVALID_REQUEST,
        "prefix",
        "One connection follows at most " + Subscriptions.MOST_PREFIXES + " prefixes");
  }

  static Rejection tooMuch() {
    return Rejection.of(
        ProblemType.QUEUE_FULL, "Too much is being sent at once. Nothing has been written.");
  }

  static Rejection tooManyConnections() {
    return Rejection.of(ProblemType.QUEUE_FULL, "There are too many live connections.");
  }

  static Rejection noStreamAccepted() {
    return Rejection.of(
        ProblemType.NOT_ACCEPTABLE,
        "Accept",
        "This path is a WebSocket, or with Accept: text/event-stream Server-Sent Events.");
  }

  static Rejection handshakeWithBody() {
    return Rejection.of(
        ProblemType.INVALID_REQUEST,
        "Content-Length",
        "A WebSocket handshake must not have a body");
  }

  static Rejection badHandshake() {
    return Rejection.of(
        ProblemType.INVALID_REQUEST,
        "The WebSocket handshake is not valid (RFC 6455, section 4.2.1)");
  }
}
