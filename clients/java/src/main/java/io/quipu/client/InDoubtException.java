package io.quipu.client;

/**
 * The event may be counted, or not: it was sent, and the answer is missing. Adding {@link #event()}
 * again is safe, within the deduplication window of its namespace: it counts once.
 */
public final class InDoubtException extends EventException {
  private static final long serialVersionUID = 1;

  InDoubtException(Event event, @Nullable Throwable cause) {
    super(
        "The event may or may not be counted; add it again with its id %s: %s"
            .formatted(event.id(), cause == null ? "no answer" : cause.getMessage()),
        event,
        cause);
  }
}
