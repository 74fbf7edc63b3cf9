package io.quipu.edge.http;

import io.quipu.edge.response.ProblemType;

/**
 * The meaning of a problem for its caller, and the advice. Sentences for HTML: without characters
 * that have to be escaped there.
 *
 * @param means what has happened, and whether anything was written
 * @param advice what to do
 */
record ProblemHelp(String means, String advice) {
  private static final String NOTHING = " Nothing was written.";
  private static final String SAME_ID = "Send it again after the time in Retry-After.";

  static ProblemHelp of(ProblemType type) {
    return switch (type.status()) {
      case 400, 404, 405, 406, 412, 413, 414, 415, 426, 431, 505 -> ofRequest(type);
      case 401, 403, 429 -> ofCaller(type);
      case 409 -> ofConflict(type);
      default -> ofService(type);
    };
  }

  private static ProblemHelp ofRequest(ProblemType type) {
    return switch (type) {
      case MALFORMED_HTTP ->
          new ProblemHelp(
              "What arrived is not HTTP/1.1, or is framed in a way that two readers could take"
                  + " differently. The connection is closed."
                  + NOTHING,
              "Look at the client or the proxy that made the request: Content-Length and"
                  + " Transfer-Encoding together, bare line feeds and the like are not accepted.");
      case INVALID_REQUEST ->
          new ProblemHelp(
              "A part of the request is missing, of a wrong type, unknown or out of its bounds:"
                  + " field names it, and detail says what is allowed."
                  + NOTHING,
              "Correct that part. The same request fails again.");
      case INVALID_EVENT ->
          new ProblemHelp(
              "An event is not as its namespace wants it; field names the member. In a batch the"
                  + " others are judged for themselves: each has a status of its own in the"
                  + " answer.",
              "Correct the event. The same event fails again.");
      case NOT_FOUND ->
          new ProblemHelp(
              "There is nothing at this path.",
              "Compare the path with the reference at /docs. Names of counters are"
                  + " percent-encoded.");
      case UNKNOWN_NAMESPACE ->
          new ProblemHelp(
              "The namespace has not been created." + NOTHING,
              "Create it with PUT /v1/namespaces/ and its name, or look for a slip in the name. One"
                  + " that was created a moment ago is known everywhere after some seconds.");
      case UNKNOWN_KEY ->
          new ProblemHelp(
              "There is no key with this id, or there is none any more.",
              "GET /v1/keys lists those that there are.");
      case NOT_PUBLIC ->
          new ProblemHelp(
              "Pages that others may frame show counters of public namespaces; this one is not"
                  + " public, or there is none of this name.",
              "To have everybody see the counters of a namespace, set its setting public to read,"
                  + " with PUT /v1/namespaces/ and its name. It takes some seconds.");
      case METHOD_NOT_ALLOWED ->
          new ProblemHelp(
              "The path exists, and does not have this method." + NOTHING,
              "The header Allow lists the methods that it has.");
      case NOT_ACCEPTABLE ->
          new ProblemHelp(
              "The header Accept leaves out every type that could be answered." + NOTHING,
              "Accept application/json, or leave the header out.");
      case PRECONDITION_FAILED ->
          new ProblemHelp(
              "If-Match or If-None-Match does not hold: somebody was faster, or what you know is"
                  + " old."
                  + NOTHING,
              "Read it again, decide anew, and send the new ETag.");
      case TOO_LARGE ->
          new ProblemHelp(
              "The body is over the limit that detail names, compressed or not." + NOTHING,
              "Send several smaller ones. With ids, parts may be sent again safely.");
      case URI_TOO_LONG ->
          new ProblemHelp(
              "The request line is over the limit." + NOTHING,
              "Names have at most 512 bytes. Many counters are read with POST /v1/counts.");
      case UNSUPPORTED_MEDIA_TYPE ->
          new ProblemHelp(
              "The body is of a type, or in a coding, that is not taken here." + NOTHING,
              "Send application/json, or application/x-ndjson where the reference says so.");
      case UPGRADE_REQUIRED ->
          new ProblemHelp(
              "This path is for WebSockets.",
              "Open a WebSocket, or ask for text/event-stream where the reference offers it.");
      case HEADERS_TOO_LARGE ->
          new ProblemHelp(
              "The headers together are over the limit." + NOTHING,
              "Send fewer or shorter ones; cookies are not looked at.");
      default ->
          new ProblemHelp(
              "The request is of a version of HTTP that is not spoken." + NOTHING,
              "Send HTTP/1.1.");
    };
  }

  private static ProblemHelp ofCaller(ProblemType type) {
    return switch (type) {
      case UNAUTHORIZED ->
          new ProblemHelp(
              "Credentials are missing, or they are wrong, deleted or expired; which of these is"
                  + " not said."
                  + NOTHING,
              "Send Authorization: Bearer and your key. It belongs into that header and into no"
                  + " address. Whoever operates the service creates keys.");
      case FORBIDDEN ->
          new ProblemHelp(
              "It is known who asks, and they may not do this here. Whether there is what they"
                  + " asked for is not said."
                  + NOTHING,
              "Ask whoever operates the service for the right that detail names.");
      case FOREIGN_HOST ->
          new ProblemHelp(
              "The service does not answer for the Host of this request." + NOTHING,
              "Use a name that it is known by, or have its operator add this one to"
                  + " QUIPU_PUBLIC_HOSTS.");
      case FOREIGN_ORIGIN ->
          new ProblemHelp(
              "A browser asks for a page of another origin, which may not use the service."
                  + NOTHING,
              "Have the operator add the origin to QUIPU_ALLOWED_ORIGINS, or to a key.");
      default ->
          new ProblemHelp(
              "More was asked for in a second than is allowed; the header RateLimit-Policy says how"
                  + " much that is."
                  + NOTHING,
              "Wait as long as Retry-After says, and send fewer, larger batches only if events, not"
                  + " requests, are left: each event counts.");
    };
  }

  private static ProblemHelp ofConflict(ProblemType type) {
    return switch (type) {
      case PAST_BOUND ->
          new ProblemHelp(
              "The count would be above its maximum or below its minimum. It stays as it was.",
              "That is an answer, not a failure: there was no room left.");
      case TOO_MANY_NAMESPACES ->
          new ProblemHelp(
              "There are as many namespaces as this service may have; none is created." + NOTHING,
              "Use one that exists: counters need no namespace each. Or have the operator raise"
                  + " QUIPU_MAX_NAMESPACES.");
      case ID_CONFLICT ->
          new ProblemHelp(
              "The id was used before, for an event with another delta. The first one counts, this"
                  + " one does not.",
              "Give each event an id of its own, and send a repetition as it was first sent.");
      default ->
          new ProblemHelp(
              "What is to be changed is fixed when a namespace is created, since its counts rest on"
                  + " it."
                  + NOTHING,
              "Create another namespace with the setting, and count there.");
    };
  }

  private static ProblemHelp ofService(ProblemType type) {
    return switch (type) {
      case HEAD_TIMEOUT, BODY_TIMEOUT ->
          new ProblemHelp(
              "The request did not arrive in time." + NOTHING,
              "Send it again; look at the network and at what the client waits for.");
      case QUEUE_FULL ->
          new ProblemHelp(
              "More is waiting than there is memory or time for." + NOTHING,
              SAME_ID + " Larger batches cost less than many requests.");
      case LEASE_NOT_VALID ->
          new ProblemHelp(
              "This instance may not record at present: it has just started, was paused, or cannot"
                  + " reach Cassandra."
                  + NOTHING,
              SAME_ID + " Another instance may take it at once.");
      case UNAVAILABLE ->
          new ProblemHelp(
              "Too few nodes of Cassandra answer, or there is no room for what the answer needs."
                  + NOTHING,
              SAME_ID);
      case STOPPING, NOT_READY ->
          new ProblemHelp(
              "This instance is starting or ending, or lacks what detail names." + NOTHING,
              SAME_ID + " Other instances serve meanwhile.");
      case OUTCOME_UNKNOWN ->
          new ProblemHelp(
              "What was sent may or may not have been written: no answer of Cassandra came in"
                  + " time.",
              "Send the same again with the same id: it counts once, whatever became of the first."
                  + " Without an id only a look at the count helps.");
      default ->
          new ProblemHelp(
              "A defect of the service; its log has the cause under the id in instance.",
              "Report it with that id. Whether anything was written is unknown: send it again with"
                  + " the same id.");
    };
  }
}
