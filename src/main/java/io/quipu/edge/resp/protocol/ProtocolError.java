package io.quipu.edge.resp.protocol;

/**
 * The failure of input that is no command or exceeds a bound. The input after the fault cannot be
 * parsed, so the connection must be closed.
 */
public final class ProtocolError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ProtocolError(String detail) {
    super("Protocol error: " + detail, null, false, false);
  }

  /** Returns the fault in words, which are those of Redis if Redis has such a fault. */
  public String detail() {
    return String.valueOf(getMessage());
  }
}
