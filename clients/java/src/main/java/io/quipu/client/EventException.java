package io.quipu.client;

/** The failure of one event that was not acknowledged. */
public abstract sealed class EventException extends QuipuException
    permits InDoubtException, RefusedException {
  private static final long serialVersionUID = 1;

  private final transient Recordable event;

  EventException(String message, Recordable event, @Nullable Throwable cause) {
    super(message, cause);
    this.event = event;
  }

  /**
   * The event, with the id that it was sent with, if its kind has ids; {@link
   * QuipuClient#add(Recordable)} sends it again.
   */
  public Recordable event() {
    return event;
  }
}
