package io.quipu.tools.cli;

/** The failure of a request to the service, or of other work. The message is a line for users. */
final class Unanswered extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean passing;

  Unanswered(String line) {
    this(line, false);
  }

  /**
   * @param passing whether the same request may succeed later
   */
  Unanswered(String line, boolean passing) {
    super(line, null, false, false);
    this.passing = passing;
  }

  boolean isPassing() {
    return passing;
  }
}
