package io.quipu.http;

/** Ends a request with a problem. An ordinary answer, so it carries no stack trace. */
public final class Rejection extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  public Rejection(Problem problem) {
    super(problem.detail(), null, false, false);
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }
}
