package io.quipu.edge.guard;

import io.quipu.edge.response.Problem;
import io.quipu.edge.response.ProblemType;

/** A fault in the head of a request, found while the head is read. */
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

  /** A fault for a head that finds no room in the budget. */
  static InvalidFraming tooMuch() {
    return new InvalidFraming(ProblemType.QUEUE_FULL, RequestBody.TOO_MUCH);
  }

  Problem problem() {
    return Problem.of(type, String.valueOf(getMessage()));
  }

  /** Omits the stack trace, which would tell nothing: anybody can cause many of these faults. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
