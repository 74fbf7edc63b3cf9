package io.quipu.edge.live.frames;

/** The reason why the service closes a WebSocket. RFC 6455, section 7.4, defines the ranges. */
public enum CloseCode {
  GOING_AWAY(1001),
  UNSUPPORTED_DATA(1003),
  INVALID_TEXT(1007),
  /** Too many pings or pongs, or a message that arrives too slowly. */
  POLICY_VIOLATION(1008),
  MESSAGE_TOO_BIG(1009),
  TRY_AGAIN_LATER(1013),
  /** Ours: a stream of bad messages, or a counter in the path that cannot be followed. */
  BAD_MESSAGES(4400),
  /** Ours: the caller gave no valid key or token, or the right to the connection has ended. */
  UNAUTHENTICATED(4401),
  /** Ours: the caller has no right to what a message or the path asked for. */
  NOT_ALLOWED(4403),
  /** Ours: a counter that the connection follows was deleted, or its namespace. */
  DELETED(4404),
  /** Ours: the client sent nothing, or took no messages, for too long. */
  SILENT(4408),
  /** Ours: a stream of messages above the rate of the caller or of a namespace. */
  TOO_MANY(4429);

  private final short code;

  CloseCode(int code) {
    this.code = (short) code;
  }

  public short code() {
    return code;
  }
}
