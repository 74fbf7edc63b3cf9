package io.quipu.client;

/** The service's final answer: the same request would get it again. Nothing was recorded. */
public final class ProblemException extends QuipuException {
  private static final long serialVersionUID = 1;

  private final transient Problem problem;

  ProblemException(Problem problem) {
    super(problem.toString(), null);
    this.problem = problem;
  }

  /** Returns the problem that the service told. */
  public Problem problem() {
    return problem;
  }
}
