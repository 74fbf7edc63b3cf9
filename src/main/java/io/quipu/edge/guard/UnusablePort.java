package io.quipu.edge.guard;

import io.vertx.core.Future;

/** A port that cannot be listened on. The message is one line that names its variable. */
public final class UnusablePort extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private UnusablePort(String variable, int port, String host, Throwable cause) {
    super(
        variable
            + "="
            + port
            + " cannot be listened on at "
            + host
            + ": "
            + cause.getMessage()
            + ". If it is taken, set "
            + variable
            + " to another one",
        cause);
  }

  /**
   * Names the variable of the port if listening fails.
   *
   * @param variable that has the port
   */
  public static <T> Future<T> named(Future<T> listening, String variable, int port, String host) {
    return listening.recover(
        failure -> Future.failedFuture(new UnusablePort(variable, port, host, failure)));
  }
}
