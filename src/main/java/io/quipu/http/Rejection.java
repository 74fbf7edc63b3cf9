package io.quipu.http;

import java.util.ArrayList;
import java.util.List;

/** Ends a request with a problem. An ordinary answer, so it carries no stack trace. */
public final class Rejection extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;
  private final transient List<Answer.Header> headers;

  public Rejection(Problem problem) {
    this(problem, List.of());
  }

  private Rejection(Problem problem, List<Answer.Header> headers) {
    super(problem.detail(), null, false, false);
    this.problem = problem;
    this.headers = headers;
  }

  /** The same, with a header that belongs to the answer. */
  public Rejection with(CharSequence name, CharSequence value) {
    List<Answer.Header> more = new ArrayList<>(headers);
    more.add(new Answer.Header(name, value));
    return new Rejection(problem, more);
  }

  public Problem problem() {
    return problem;
  }

  /**
   * The answer.
   *
   * @param instance the id of the request
   */
  Answer answer(String instance) {
    Answer answer = Answer.problem(problem, instance);
    for (Answer.Header header : headers) {
      answer = answer.with(header.name(), header.value());
    }
    return answer;
  }
}
