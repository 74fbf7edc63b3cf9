package io.quipu.client;

/**
 * The event may be counted, or not: it was sent, and the answer is missing. Adding {@link #event()}
 * again is safe, within the deduplication window of its namespace: it counts once. But not if it is
 * a {@link SketchValue}, which may count twice then.
 */
public final class InDoubtException extends EventException {
  private static final long serialVersionUID = 1;

  InDoubtException(Recordable event, @Nullable Throwable cause) {
    super(
        "The event may or may not be counted; %s: %s"
            .formatted(advice(event), cause == null ? "no answer" : cause.getMessage()),
        event,
        cause);
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
