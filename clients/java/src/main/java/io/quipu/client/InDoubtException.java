package io.quipu.client;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The event may be counted, or not: it was sent, and the answer is missing. Adding {@link #event()}
 * again is safe, within the deduplication window of its namespace: it counts once. But not if it is
 * a {@link SketchValue}, which may count twice then.
 */
public final class InDoubtException extends EventException {
  private static final long serialVersionUID = 1;
  private static final String NEVER =
      "its namespace remembers no ids, and added again it may count twice";

  private final @Nullable Instant until;

  /**
   * @param until when the id may be forgotten; null where that has no end, or is not known
   * @param never whether no ids are remembered at all
   */
  InDoubtException(
      Recordable event, @Nullable Throwable cause, @Nullable Instant until, boolean never) {
    super(
        "The event may or may not be counted; %s: %s"
            .formatted(
                never ? NEVER : advice(event) + term(until),
                cause == null ? "no answer" : cause.getMessage()),
        event,
        cause);
    this.until = until;
  }

  /**
   * Until when the event counts once although it is added again; null where that has no end, or is
   * not known.
   */
  public @Nullable Instant until() {
    return until;
  }

  private static String term(@Nullable Instant until) {
    return until == null ? "" : ", which counts once until " + until.truncatedTo(ChronoUnit.MILLIS);
  }

  private static String advice(Recordable recordable) {
    if (recordable instanceof Event event) {
      return "add it again with its id " + event.id();
    }
    if (recordable instanceof Increment increment) {
      return "send it again with its id " + increment.id();
    }
    return recordable instanceof Statement
        ? "add it again: it stands once"
        : "it has no id, and added again it may count twice";
  }
}
