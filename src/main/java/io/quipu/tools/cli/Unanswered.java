package io.quipu.tools.cli;

/** A request that the service refused or did not answer. The message is one line for the user. */
final class Unanswered extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean passing;

  Unanswered(String line) {
    this(line, false);
  }

  /**
   * @param passing whether a later request may succeed
   */
  Unanswered(String line, boolean passing) {
    super(line, null, false, false);
    this.passing = passing;
  }

  boolean isPassing() {
    return passing;
  }
}
