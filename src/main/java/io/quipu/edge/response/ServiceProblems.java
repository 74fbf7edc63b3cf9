package io.quipu.edge.response;

import io.quipu.engine.input.InvalidInput;
import io.quipu.service.failure.Reason;
import io.quipu.service.failure.ServiceFailure;
import io.quipu.service.failure.ServiceFailure.RateLimit;
import io.vertx.core.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Turns a failure of the service into an HTTP problem or rejection. The reason of the failure
 * decides the type of the problem.
 */
public final class ServiceProblems {
  private static final CharSequence WWW_AUTHENTICATE =
      HttpHeaders.createOptimized("WWW-Authenticate");
  private static final CharSequence CHALLENGE =
      HttpHeaders.createOptimized("Bearer realm=\"quipu\"");
  private static final CharSequence INVALID =
      HttpHeaders.createOptimized("Bearer realm=\"quipu\", error=\"invalid_token\"");

  private ServiceProblems() {}

  private static ProblemType type(Reason reason) {
    return switch (reason) {
      case INVALID_REQUEST -> ProblemType.INVALID_REQUEST;
      case UNKNOWN_NAMESPACE -> ProblemType.UNKNOWN_NAMESPACE;
      case NO_CREDENTIALS, WRONG_CREDENTIALS -> ProblemType.UNAUTHORIZED;
      case FORBIDDEN -> ProblemType.FORBIDDEN;
      case FOREIGN_ORIGIN -> ProblemType.FOREIGN_ORIGIN;
      case NOT_PUBLIC -> ProblemType.NOT_PUBLIC;
      case PAST_BOUND -> ProblemType.PAST_BOUND;
      case ID_CONFLICT -> ProblemType.ID_CONFLICT;
      // only Redis clients demand this
      case COUNTED_BEFORE -> ProblemType.PAST_BOUND;
      case TOO_MANY_PURGES -> ProblemType.TOO_MANY_PURGES;
      case RATE_LIMITED -> ProblemType.RATE_LIMITED;
      case QUEUE_FULL -> ProblemType.QUEUE_FULL;
      case LEASE_NOT_VALID -> ProblemType.LEASE_NOT_VALID;
      case UNAVAILABLE -> ProblemType.UNAVAILABLE;
      case STOPPING -> ProblemType.STOPPING;
      case OUTCOME_UNKNOWN -> ProblemType.OUTCOME_UNKNOWN;
    };
  }

  /**
   * Makes the problem for a failure. If the failure names an element of a list, the problem names
   * that element, too.
   */
  public static Problem problem(ServiceFailure failure) {
    Problem problem =
        new Problem(
            type(failure.reason()),
            failure.detail(),
            failure.field(),
            Problem.NOWHERE,
            Problem.NOWHERE);
    String list = failure.list();
    return list == null ? problem : problem.inElement(list, failure.index());
  }

  /** Makes the rejection for a failure of any type; null for a defect, which the log must tell. */
  public static @Nullable Rejection rejection(Throwable failure) {
    if (failure instanceof Rejection known) {
      return known;
    }
    if (failure instanceof ServiceFailure refused) {
      return rejection(refused);
    }
    return failure instanceof InvalidInput invalid
        ? Rejection.invalid(ProblemType.INVALID_REQUEST, invalid)
        : null;
  }

  /**
   * Makes the rejection for a failure. Adds {@code Retry-After} if it is known when the request may
   * succeed, {@code RateLimit} headers if a rate was used up, and {@code WWW-Authenticate} if
   * credentials are missing or wrong.
   */
  public static Rejection rejection(ServiceFailure failure) {
    Throwable cause = failure.getCause();
    Problem problem = problem(failure);
    Rejection rejection = cause == null ? new Rejection(problem) : new Rejection(problem, cause);
    RateLimit limit = failure.limit();
    if (limit != null) {
      String policy = '"' + limit.policy() + '"';
      return rejection
          .with(HttpHeaders.RETRY_AFTER, Long.toString(failure.waitSeconds()))
          .with("RateLimit-Policy", policy + ";q=" + limit.rate() + ";w=" + limit.windowSeconds())
          .with("RateLimit", policy + ";r=0;t=" + limit.waitSeconds());
    }
    if (failure.waitSeconds() != ServiceFailure.NO_WAIT) {
      return rejection.with(HttpHeaders.RETRY_AFTER, Long.toString(failure.waitSeconds()));
    }
    return switch (failure.reason()) {
      case NO_CREDENTIALS -> rejection.with(WWW_AUTHENTICATE, CHALLENGE);
      case WRONG_CREDENTIALS -> rejection.with(WWW_AUTHENTICATE, INVALID);
      default -> rejection;
    };
  }
}
