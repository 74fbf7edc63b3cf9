package io.quipu.edge.http.access;

import io.quipu.edge.response.Problem;
import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.service.auth.RateLimits.Excess;
import io.quipu.service.auth.Right;
import io.vertx.core.http.HttpHeaders;

/**
 * What is said to those who may not. It is the same whether or not there is what they asked for.
 */
public final class Denial {
  private static final String AUTHORIZATION = "Authorization";
  private static final CharSequence WWW_AUTHENTICATE =
      HttpHeaders.createOptimized("WWW-Authenticate");
  private static final CharSequence CHALLENGE =
      HttpHeaders.createOptimized("Bearer realm=\"quipu\"");
  private static final CharSequence INVALID =
      HttpHeaders.createOptimized("Bearer realm=\"quipu\", error=\"invalid_token\"");

  private static final int SECONDS_OF_AN_HOUR = 3_600;

  private Denial() {}

  static Rejection nothingShown() {
    return new Rejection(
            Problem.of(
                ProblemType.UNAUTHORIZED,
                AUTHORIZATION,
                "A key or token is required: Authorization: Bearer ..., in this header and nowhere"
                    + " else"))
        .with(WWW_AUTHENTICATE, CHALLENGE);
  }

  static Rejection wrongCredentials() {
    return new Rejection(
            Problem.of(
                ProblemType.UNAUTHORIZED,
                AUTHORIZATION,
                "The key or token is wrong, withdrawn or expired"))
        .with(WWW_AUTHENTICATE, INVALID);
  }

  public static Problem mayNot(Right right) {
    return Problem.of(
        ProblemType.FORBIDDEN,
        "The key or token does not give the right to " + right.label() + " here");
  }

  /** Of a namespace that is not shown to everybody, or does not exist. */
  public static Rejection notPublic() {
    return new Rejection(
        Problem.of(
            ProblemType.NOT_PUBLIC,
            "There is nothing here that is shown to everybody;"
                + " the setting \"public\" of a namespace says whether its counters are"));
  }

  static Problem otherDelta() {
    return Problem.of(
        ProblemType.FORBIDDEN, "delta", "The key may record events of delta 1, and nothing else");
  }

  static Rejection tooMuch(Excess excess) {
    return excess(
        excess,
        "caller",
        1,
        "At most " + excess.rate() + " events and requests a second are allowed.");
  }

  static Rejection tooMuchOfNamespace(Excess excess) {
    return excess(
        excess,
        "namespace",
        1,
        "At most "
            + excess.rate()
            + " events and requests a second of one namespace are allowed, of all callers"
            + " together.");
  }

  static Rejection tooManyNewCounters(Excess excess, int counters) {
    return excess(
        excess,
        "new-counters",
        SECONDS_OF_AN_HOUR,
        "At most "
            + excess.rate()
            + " new counters an hour are allowed, and this is of "
            + counters
            + " that have no events yet.");
  }

  /**
   * @param policy what it is that is limited
   * @param window of the limit, in seconds
   */
  private static Rejection excess(Excess excess, String policy, int window, String detail) {
    return new Rejection(
            Problem.of(ProblemType.RATE_LIMITED, detail + " Nothing has been written."))
        .with(HttpHeaders.RETRY_AFTER, Long.toString(excess.seconds()))
        .with("RateLimit-Policy", '"' + policy + "\";q=" + excess.rate() + ";w=" + window)
        .with("RateLimit", '"' + policy + "\";r=0;t=" + excess.seconds());
  }

  /** Where no key is asked for there is none to be managed. */
  static Rejection noKeys() {
    return new Rejection(
        Problem.of(ProblemType.FORBIDDEN, "Keys are managed where QUIPU_AUTH is keys"));
  }
}
