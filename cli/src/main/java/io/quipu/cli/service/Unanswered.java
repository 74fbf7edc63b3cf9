package io.quipu.cli.service;

import org.jspecify.annotations.Nullable;

/** The failure of a request to the service, or of other work. The message is a line for users. */
public final class Unanswered extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public Unanswered(String line) {
    this(line, null);
  }

  public Unanswered(String line, @Nullable Throwable cause) {
    super(line, cause, false, false);
  }
}
