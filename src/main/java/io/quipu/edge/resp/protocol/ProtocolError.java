package io.quipu.edge.resp.protocol;

/**
 * The failure of input that is no command or exceeds a bound. The input after the failure cannot be
 * understood, so the connection ends.
 */
public final class ProtocolError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ProtocolError(String detail) {
    super("Protocol error: " + detail, null, false, false);
  }

  /** Returns the fault, in the words of Redis where Redis has the same fault. */
  public String detail() {
    return String.valueOf(getMessage());
  }
}
