package io.quipu.engine.kind;

import io.quipu.engine.input.InvalidInput;
import org.jspecify.annotations.Nullable;

/** An event that its kind does not accept. Thrown before any event of the call is recorded. */
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

  /** Chooses the exception of the draft with the smaller index: this exception, or another. */
  public InvalidDraft orEarlier(@Nullable InvalidDraft other) {
    return other != null && other.draft.index() < draft.index() ? other : this;
  }

  /** Omits the stack trace, which only costs time: bad input is an ordinary case, not a defect. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
