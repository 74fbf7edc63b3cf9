package io.quipu.client;

/** The failure of one event that was not acknowledged. */
public abstract sealed class EventException extends QuipuException
    permits InDoubtException, RefusedException {
  private static final long serialVersionUID = 1;

  private final transient Event event;

  EventException(String message, Event event, @Nullable Throwable cause) {
    super(message, cause);
    this.event = event;
  }

  /**
   * The event, with the id that it was sent with; {@link QuipuClient#add(Event)} sends it again.
   */
  public Event event() {
    return event;
  }
}
