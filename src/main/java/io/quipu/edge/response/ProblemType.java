package io.quipu.edge.response;

import io.quipu.engine.input.InvalidInput;

/** The types of problems. Each type has a stable URI, so that programs can tell types apart. */
public enum ProblemType {
  MALFORMED_HTTP(400, "malformed-http", "The request is not valid HTTP"),
  INVALID_REQUEST(400, "invalid-request", "The request is not valid"),
  INVALID_EVENT(400, "invalid-event", "The event is not valid"),
  LATE_EVENT(400, "late-event", "The time of the event is too far from now"),
  UNAUTHORIZED(401, "unauthorized", "It is not known who asks"),
  FORBIDDEN(403, "forbidden", "The caller may not do this"),
  FOREIGN_HOST(403, "foreign-host", "The service does not answer for this host"),
  FOREIGN_ORIGIN(403, "foreign-origin", "Pages of this origin may not use the service"),
  NOT_FOUND(404, "not-found", "The path does not exist"),
  UNKNOWN_NAMESPACE(404, "unknown-namespace", "The namespace does not exist"),
  UNKNOWN_KEY(404, "unknown-key", "The key does not exist"),
  NOT_PUBLIC(404, "not-public", "Nothing here is shown to everybody"),
  METHOD_NOT_ALLOWED(405, "method-not-allowed", "The path does not have this method"),
  NOT_ACCEPTABLE(406, "not-acceptable", "None of the accepted types can be answered"),
  HEAD_TIMEOUT(408, "head-timeout", "The head of the request took too long"),
  BODY_TIMEOUT(408, "body-timeout", "The body took too long"),
  KIND_CHANGE(409, "kind-change", "The kind of a namespace cannot be changed"),
  SHARDS_CHANGE(409, "shards-change", "The shards of a namespace cannot be changed"),
  SETTING_CHANGE(409, "setting-change", "This setting of a namespace cannot be changed"),
  TOO_MANY_NAMESPACES(409, "too-many-namespaces", "There are as many namespaces as may be"),
  NAMESPACE_DELETING(409, "namespace-deleting", "The namespace is being deleted"),
  TOO_MANY_PURGES(409, "too-many-purges", "There were as many purges as may be"),
  PAST_BOUND(409, "past-bound", "The count would pass a bound"),
  ID_CONFLICT(409, "id-conflict", "The id was used for something else"),
  PRECONDITION_FAILED(412, "precondition-failed", "A condition of the request does not hold"),
  TOO_LARGE(413, "too-large", "The body is too large"),
  URI_TOO_LONG(414, "uri-too-long", "The request line is too long"),
  UNSUPPORTED_MEDIA_TYPE(415, "unsupported-media-type", "The type of the body is not supported"),
  UPGRADE_REQUIRED(426, "upgrade-required", "A WebSocket upgrade is required"),
  HEADERS_TOO_LARGE(431, "headers-too-large", "The headers are too large"),
  RATE_LIMITED(429, "rate-limited", "The caller asks for too much"),
  INTERNAL_ERROR(500, "internal-error", "The service has a defect"),
  QUEUE_FULL(503, "queue-full", "The service has too much to do at present"),
  LEASE_NOT_VALID(503, "lease-not-valid", "The service may not record at present"),
  UNAVAILABLE(503, "unavailable", "The store cannot be used at present"),
  STOPPING(503, "stopping", "The service is stopping"),
  NOT_READY(503, "not-ready", "The service is not ready"),
  OUTCOME_UNKNOWN(503, "outcome-unknown", "The outcome is unknown"),
  VERSION_NOT_SUPPORTED(505, "version-not-supported", "The version of HTTP is not spoken");

  private final int status;
  private final String uri;
  private final String title;

  ProblemType(int status, String slug, String title) {
    this.status = status;
    this.uri = "/problems/" + slug;
    this.title = title;
  }

  /** The type of a problem with an event that its kind does not accept. */
  public static ProblemType of(InvalidInput finding) {
    return finding.isLate() ? LATE_EVENT : INVALID_EVENT;
  }

  public int status() {
    return status;
  }

  public String uri() {
    return uri;
  }

  /** Returns the title of all problems of this type. */
  public String title() {
    return title;
  }

  /** Tells whether the same request may succeed a moment later (status 503). */
  public boolean isPassing() {
    return status == 503;
  }

  /** Tells whether to warn the operator: the service has trouble, or a setting may be wrong. */
  public boolean isForOperator() {
    return isPassing() || this == FOREIGN_HOST || this == FOREIGN_ORIGIN;
  }
}
