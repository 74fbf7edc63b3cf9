package io.quipu.edge.guard;

import io.quipu.edge.response.Problem;
import io.quipu.edge.response.ProblemType;

/** The fault in the head of a request, found while the head was read. */
final class InvalidFraming extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final ProblemType type;

  InvalidFraming(ProblemType type, String detail) {
    super(detail);
    this.type = type;
  }

  static InvalidFraming malformed(String detail) {
    return new InvalidFraming(ProblemType.MALFORMED_HTTP, detail);
  }

  /** There is no room for what is being sent. */
  static InvalidFraming tooMuch() {
    return new InvalidFraming(ProblemType.QUEUE_FULL, RequestBody.TOO_MUCH);
  }

  Problem problem() {
    return Problem.of(type, String.valueOf(getMessage()));
  }

  /** Where it was thrown says nothing, and strangers make it happen as often as they like. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
