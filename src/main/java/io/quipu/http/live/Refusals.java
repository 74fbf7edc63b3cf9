package io.quipu.http.live;

import io.quipu.http.Problem;
import io.quipu.http.ProblemType;
import io.quipu.http.Rejection;
import io.quipu.live.Subscriptions;

/** What is said to those who cannot be served live. */
final class Refusals {
  private Refusals() {}

  /**
   * @throws Rejection unless the counters are followed
   */
  static void require(Subscriptions.Outcome outcome) {
    switch (outcome) {
      case FOLLOWED -> {}
      case TOO_MANY ->
          throw new Rejection(
              Problem.of(
                  ProblemType.INVALID_REQUEST,
                  "counters",
                  "One connection follows at most "
                      + Subscriptions.LIMIT
                      + " counters. Nothing of this message was subscribed."));
      case INSTANCE_FULL ->
          throw new Rejection(
              Problem.of(
                  ProblemType.QUEUE_FULL,
                  "There are too many subscriptions. Nothing of this message was subscribed."));
    }
  }

  static Rejection tooManyConnections() {
    return new Rejection(
        Problem.of(ProblemType.QUEUE_FULL, "There are too many live connections."));
  }

  static Rejection noStreamAccepted() {
    return new Rejection(
        Problem.of(
            ProblemType.NOT_ACCEPTABLE,
            "Accept",
            "This path is a WebSocket, or with Accept: text/event-stream Server-Sent Events."));
  }

  static Rejection badHandshake() {
    return new Rejection(
        Problem.of(
            ProblemType.INVALID_REQUEST,
            "Sec-WebSocket-Key",
            "The WebSocket handshake is not valid (RFC 6455, section 4.2.1)"));
  }
}
