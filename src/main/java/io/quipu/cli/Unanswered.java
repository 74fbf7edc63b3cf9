package io.quipu.cli;

/** The service refused, or did not answer. The message is one line for whoever asked. */
final class Unanswered extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Unanswered(String line) {
    super(line, null, false, false);
  }
}
