package io.quipu.client;

/**
 * A change, such as a reset, may be made, or not: it was sent, and there is no answer to rely on. It
 * has no id, and is not made again by the client, as it might undo more.
 */
public final class ChangeInDoubtException extends QuipuException {
  private static final long serialVersionUID = 1;

  ChangeInDoubtException(@Nullable Throwable cause) {
    super(
        "The change may or may not be made: " + (cause == null ? "no answer" : cause.getMessage()),
        cause);
  }
}
