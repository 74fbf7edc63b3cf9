package io.quipu.tools.cli;

/** The service refused, or did not answer. The message is one line for whoever asked. */
final class Unanswered extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean passing;

  Unanswered(String line) {
    this(line, false);
  }

  /**
   * @param passing whether it may be otherwise in a moment
   */
  Unanswered(String line, boolean passing) {
    super(line, null, false, false);
    this.passing = passing;
  }

  boolean isPassing() {
    return passing;
  }
}
