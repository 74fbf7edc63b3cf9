package io.quipu.cli;

import org.jspecify.annotations.Nullable;

/** The failure of a request to the service, or of other work. The message is a line for users. */
final class Unanswered extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Unanswered(String line) {
    this(line, null);
  }

  Unanswered(String line, @Nullable Throwable cause) {
    super(line, cause, false, false);
  }
}
