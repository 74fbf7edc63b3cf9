package io.quipu.edge.guard.connection;

/** A port that cannot be used. The message is one line with the variable that sets the port. */
public final class UnusablePort extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param variable the environment variable that sets the port
   */
  UnusablePort(String variable, PortSettings settings, Throwable cause) {
    super(
        "%1$s=%2$s cannot be listened on at %3$s: %4$s. If it is taken, set %1$s to another one"
            .formatted(variable, settings.port(), settings.host(), cause.getMessage()),
        cause);
  }
}
