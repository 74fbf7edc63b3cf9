package io.quipu.client;

/**
 * The client is closed. An event was not taken, and nothing of it is recorded; a read has no
 * answer.
 */
public final class ClosedException extends QuipuException {
  private static final long serialVersionUID = 1;

  ClosedException() {
    super("The client is closed", null);
  }
}
