package io.quipu.edge.resp.protocol;

/**
 * The failure of input that is no command, or a larger one than is read. Nothing after it can be
 * understood, so the connection ends with it.
 */
public final class ProtocolError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ProtocolError(String detail) {
    super("Protocol error: " + detail, null, false, false);
  }

  /** Returns the fault, in the words of Redis where it has some. */
  public String detail() {
    return String.valueOf(getMessage());
  }
}
