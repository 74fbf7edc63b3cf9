package io.quipu.service.failure;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The failure of a request, without details of a protocol. The request changed nothing, unless the
 * reason is {@link Reason#OUTCOME_UNKNOWN}.
 */
public final class ServiceFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** No number of seconds. */
  public static final long NO_WAIT = -1;

  private final Reason reason;
  private final @Nullable String field;
  private final transient @Nullable RateLimit limit;
  private final long waitSeconds;
  private final @Nullable String list;
  private final int index;

  /**
   * A rate limit that a request exceeded.
   *
   * @param policy the name of the limit
   * @param rate the maximum in a window: tokens, new counters or new series
   * @param windowSeconds the length of the window
   * @param waitSeconds how long to wait before the next attempt
   */
  public record RateLimit(String policy, int rate, int windowSeconds, long waitSeconds) {}

  /**
   * @param detail for the caller; must not name internals of the service
   */
  public ServiceFailure(Reason reason, String detail) {
    this(reason, null, detail, null, null, null, -1, NO_WAIT);
  }

  /**
   * @param field the field, parameter or header at fault
   */
  public ServiceFailure(Reason reason, String field, String detail) {
    this(reason, field, detail, null, null, null, -1, NO_WAIT);
  }

  /**
   * @param cause for the log only
   */
  public ServiceFailure(Reason reason, String detail, Throwable cause) {
    this(reason, null, detail, null, cause, null, -1, NO_WAIT);
  }

  /** Makes the failure for an exceeded rate limit. */
  public ServiceFailure(String detail, RateLimit limit) {
    this(Reason.RATE_LIMITED, null, detail, limit, null, null, -1, limit.waitSeconds());
  }

  private ServiceFailure(
      Reason reason,
      @Nullable String field,
      String detail,
      @Nullable RateLimit limit,
      @Nullable Throwable cause,
      @Nullable String list,
      int index,
      long waitSeconds) {
    super(detail, cause, false, false);
    this.reason = reason;
    this.field = field;
    this.limit = limit;
    this.list = list;
    this.index = index;
    this.waitSeconds = waitSeconds;
  }

  /** Makes a copy of the failure that names one element of a list in the request. */
  public ServiceFailure inElement(String ofList, int at) {
    return new ServiceFailure(reason, field, detail(), limit, getCause(), ofList, at, waitSeconds);
  }

  /** Makes a copy of the failure that says when the same request may succeed. */
  public ServiceFailure after(Duration wait) {
    long seconds = Math.max(1, wait.plusNanos(999_999_999).toSeconds());
    return new ServiceFailure(reason, field, detail(), limit, getCause(), list, index, seconds);
  }

  /** The seconds after which the same request may succeed; {@link #NO_WAIT} if nobody knows. */
  public long waitSeconds() {
    return waitSeconds;
  }

  /** The name of the list with the element at fault in the request; null if there is no list. */
  public @Nullable String list() {
    return list;
  }

  /** The index of the element at fault in its list, from 0; -1 if there is no list. */
  public int index() {
    return index;
  }

  public Reason reason() {
    return reason;
  }

  public String detail() {
    return String.valueOf(getMessage());
  }

  public @Nullable String field() {
    return field;
  }

  /** The exceeded rate limit; null if the reason is not {@link Reason#RATE_LIMITED}. */
  public @Nullable RateLimit limit() {
    return limit;
  }

  /** Tells whether a failure is a service failure with the given reason. */
  public static boolean is(Throwable failure, Reason reason) {
    return failure instanceof ServiceFailure known && known.reason == reason;
  }
}
