package io.quipu.edge.response;

import io.quipu.engine.input.InvalidInput;
import io.vertx.core.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ends a request with a problem. Has no stack trace, because a problem is an ordinary answer. */
public final class Rejection extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;
  private final transient List<Response.Header> headers;

  public Rejection(Problem problem) {
    this(problem, List.of(), null);
  }

  public static Rejection of(ProblemType type, String detail) {
    return new Rejection(Problem.of(type, detail));
  }

  public static Rejection of(ProblemType type, String field, String detail) {
    return new Rejection(Problem.of(type, field, detail));
  }

  public static Rejection invalid(ProblemType type, InvalidInput finding) {
    return new Rejection(Problem.invalid(type, finding));
  }

  /**
   * @param cause for the log only; the caller does not see the cause
   */
  public Rejection(Problem problem, Throwable cause) {
    this(problem, List.of(), cause);
  }

  private Rejection(Problem problem, List<Response.Header> headers, @Nullable Throwable cause) {
    super(problem.detail(), cause, false, false);
    this.problem = problem;
    this.headers = headers;
  }

  /** Returns a copy of this rejection with one more header for the response. */
  public Rejection with(CharSequence name, CharSequence value) {
    List<Response.Header> more = new ArrayList<>(headers);
    more.add(new Response.Header(name, value));
    return new Rejection(problem, more, getCause());
  }

  /** Returns a copy of this rejection with other words. */
  public Rejection saying(String detail) {
    return new Rejection(
        new Problem(problem.type(), detail, problem.field(), problem.index(), problem.line()),
        headers,
        getCause());
  }

  public Problem problem() {
    return problem;
  }

  /** The seconds after which the same request may succeed; 0 if nobody knows. */
  public long waitSeconds() {
    for (Response.Header header : headers) {
      if (header.name() == HttpHeaders.RETRY_AFTER) {
        return Long.parseLong(header.value().toString());
      }
    }
    return problem.type().isPassing() ? 1 : 0;
  }

  /**
   * Makes the response to the request.
   *
   * @param instance the id of the request
   */
  public Response response(String instance) {
    Response response = Response.problem(problem, instance);
    for (Response.Header header : headers) {
      response = response.with(header.name(), header.value());
    }
    return response;
  }
}
