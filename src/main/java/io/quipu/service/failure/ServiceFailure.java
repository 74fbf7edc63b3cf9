package io.quipu.service.failure;

import org.jspecify.annotations.Nullable;

/**
 * The failure of a request, without details of a protocol. Nothing was changed, unless the reason
 * is {@link Reason#OUTCOME_UNKNOWN}.
 */
public final class ServiceFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Reason reason;
  private final @Nullable String field;
  private final transient @Nullable RateLimit limit;
  private final @Nullable String list;
  private final int index;

  /**
   * A rate that was used up.
   *
   * @param policy whose rate it is
   * @param rate how much may be asked for in the window
   * @param windowSeconds the window
   * @param waitSeconds the time until more may be asked for
   */
  public record RateLimit(String policy, int rate, int windowSeconds, long waitSeconds) {}

  /**
   * @param detail for the caller; must not name internals of the service
   */
  public ServiceFailure(Reason reason, String detail) {
    this(reason, null, detail, null, null, null, -1);
  }

  /**
   * @param field the field, parameter or header at fault
   */
  public ServiceFailure(Reason reason, String field, String detail) {
    this(reason, field, detail, null, null, null, -1);
  }

  /**
   * @param cause for the log only
   */
  public ServiceFailure(Reason reason, String detail, Throwable cause) {
    this(reason, null, detail, null, cause, null, -1);
  }

  /** The failure for a rate that was used up. */
  public ServiceFailure(String detail, RateLimit limit) {
    this(Reason.RATE_LIMITED, null, detail, limit, null, null, -1);
  }

  private ServiceFailure(
      Reason reason,
      @Nullable String field,
      String detail,
      @Nullable RateLimit limit,
      @Nullable Throwable cause,
      @Nullable String list,
      int index) {
    super(detail, cause, false, false);
    this.reason = reason;
    this.field = field;
    this.limit = limit;
    this.list = list;
    this.index = index;
  }

  /** Places the failure in one element of a list that the caller gave. */
  public ServiceFailure inElement(String ofList, int at) {
    return new ServiceFailure(reason, field, detail(), limit, getCause(), ofList, at);
  }

  /** The caller's name of the list with the element at fault; null if there is no list. */
  public @Nullable String list() {
    return list;
  }

  /** The place of the element at fault in its list, from 0. */
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

  /** The rate that was used up; null for any other reason. */
  public @Nullable RateLimit limit() {
    return limit;
  }

  /** Tells whether a failure is a service failure with the given reason. */
  public static boolean is(Throwable failure, Reason reason) {
    return failure instanceof ServiceFailure known && known.reason == reason;
  }
}
