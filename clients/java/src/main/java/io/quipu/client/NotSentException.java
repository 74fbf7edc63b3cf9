package io.quipu.client;

/**
 * Nothing was sent: nobody listens, the host is not known, its certificate is not trusted, or there
 * is no token. No event of the attempt is counted by it.
 */
public final class NotSentException extends QuipuException {
  private static final long serialVersionUID = 1;

  NotSentException(String message, Throwable cause) {
    super(message, cause);
  }
}
