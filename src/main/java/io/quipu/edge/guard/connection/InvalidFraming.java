package io.quipu.edge.guard.connection;

import io.quipu.edge.guard.body.RequestBody;
import io.quipu.edge.response.Problem;
import io.quipu.edge.response.ProblemType;

/** A fault in the head of a request, found while the head is read. */
public final class InvalidFraming extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final ProblemType type;

  InvalidFraming(ProblemType type, String detail) {
    super(detail);
    this.type = type;
  }

  static InvalidFraming malformed(String detail) {
    return new InvalidFraming(ProblemType.MALFORMED_HTTP, detail);
  }

  /** The fault of a head for which the budget has no room. */
  static InvalidFraming tooMuch() {
    return new InvalidFraming(ProblemType.QUEUE_FULL, RequestBody.TOO_MUCH);
  }

  public Problem problem() {
    return Problem.of(type, String.valueOf(getMessage()));
  }

  /** Omits the stack trace, which would cost time for no use: anybody can cause such faults. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
