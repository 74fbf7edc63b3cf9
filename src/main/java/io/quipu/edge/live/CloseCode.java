package io.quipu.edge.live;

/** Why the service closes a WebSocket (RFC 6455, section 7.4). */
enum CloseCode {
  GOING_AWAY(1001),
  UNSUPPORTED_DATA(1003),
  INVALID_TEXT(1007),
  /** More pings than anybody needs. */
  POLICY_VIOLATION(1008),
  MESSAGE_TOO_BIG(1009),
  TRY_AGAIN_LATER(1013),
  /** Ours: a stream of messages that a client should not have sent. */
  BAD_MESSAGES(4400),
  /** Ours: it is not known who is there, or their key opens nothing any more. */
  UNAUTHENTICATED(4401),
  /** Ours: the key does not allow what was asked for. */
  NOT_ALLOWED(4403),
  /** Ours: nothing was heard for too long. */
  SILENT(4408),
  /** Ours: a stream of messages past the rate of the caller. */
  TOO_MANY(4429);

  private final short code;

  CloseCode(int code) {
    this.code = (short) code;
  }

  short code() {
    return code;
  }
}
