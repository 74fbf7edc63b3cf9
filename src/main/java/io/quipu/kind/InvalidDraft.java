package io.quipu.kind;

import io.quipu.counter.InvalidInput;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An event that its kind does not accept. Nothing has been recorded when it is thrown. */
public final class InvalidDraft extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient Draft draft;
  private final InvalidInput finding;

  private InvalidDraft(Draft draft, InvalidInput finding) {
    super(finding.detail());
    this.draft = draft;
    this.finding = finding;
  }

  /**
   * What some drafts are accepted as, in their order.
   *
   * @param accept throws an {@link InvalidInput} if a draft is not acceptable
   * @throws InvalidDraft for the first that is not
   */
  public static <E> List<E> unlessAccepted(List<Draft> drafts, Function<Draft, E> accept) {
    if (drafts.size() == 1) {
      return List.of(accepted(drafts.get(0), accept));
    }
    List<E> events = new ArrayList<>(drafts.size());
    for (Draft draft : drafts) {
      events.add(accepted(draft, accept));
    }
    return events;
  }

  private static <E> E accepted(Draft draft, Function<Draft, E> accept) {
    try {
      return accept.apply(draft);
    } catch (InvalidInput finding) {
      throw new InvalidDraft(draft, finding);
    }
  }

  public Draft draft() {
    return draft;
  }

  public InvalidInput finding() {
    return finding;
  }

  /** That of the two which was sent first. */
  public InvalidDraft orEarlier(@Nullable InvalidDraft other) {
    return other != null && other.draft.index() < draft.index() ? other : this;
  }

  /** Bad input is an ordinary answer, not a defect: a stack trace would only cost. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
