package io.quipu.client;

/**
 * A change, such as a reset, may be made, or not: it was sent, and there is no answer to rely on.
 * It has no id, and the client does not make it again where it might undo more.
 */
public final class ChangeInDoubtException extends QuipuException {
  private static final long serialVersionUID = 1;

  ChangeInDoubtException(String change, Throwable cause) {
    super("It is not known whether %s was made: %s".formatted(change, cause.getMessage()), cause);
  }
}
