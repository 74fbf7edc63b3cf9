package io.quipu.client;

/** As many events wait as may. This one was not taken, and nothing of it is recorded. */
public final class FullException extends QuipuException {
  private static final long serialVersionUID = 1;

  FullException(int most) {
    super(most + " events wait for an answer already, and no more may", null);
  }
}
