package io.quipu.client;

/** The event is not counted: every attempt until the give-up time certainly wrote nothing. */
public final class RefusedException extends EventException {
  private static final long serialVersionUID = 1;

  RefusedException(Recordable event, @Nullable Throwable cause) {
    super(
        "The event is not counted: " + (cause == null ? "it was never sent" : cause.getMessage()),
        event,
        cause);
  }
}
