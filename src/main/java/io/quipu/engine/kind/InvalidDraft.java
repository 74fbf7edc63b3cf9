package io.quipu.engine.kind;

import io.quipu.engine.model.InvalidInput;
import org.jspecify.annotations.Nullable;

/** An event that its kind does not accept. Thrown before anything is recorded. */
public final class InvalidDraft extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient Draft draft;
  private final InvalidInput finding;

  InvalidDraft(Draft draft, InvalidInput finding) {
    super(finding.detail());
    this.draft = draft;
    this.finding = finding;
  }

  public Draft draft() {
    return draft;
  }

  public InvalidInput finding() {
    return finding;
  }

  /** The exception whose draft was sent first: this, or another. */
  public InvalidDraft orEarlier(@Nullable InvalidDraft other) {
    return other != null && other.draft.index() < draft.index() ? other : this;
  }

  /** Bad input is an ordinary answer, not a defect: a stack trace would only cost. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
