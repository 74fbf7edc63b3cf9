package io.quipu.engine.store;

import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * A read could not be served: not at the required consistency, or not now, as there is too much to
 * do. It may be repeated.
 */
public final class StoreUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean busy;

  public StoreUnavailable(String message, @Nullable Throwable cause) {
    this(message, cause, false);
  }

  private StoreUnavailable(String message, @Nullable Throwable cause, boolean busy) {
    super(message, cause);
    this.busy = busy;
  }

  /**
   * This process has too much to do; the store may be well.
   *
   * @param message a sentence for whoever asked
   */
  public static StoreUnavailable busy(String message) {
    return new StoreUnavailable(message, null, true);
  }

  /** Tells whether this process could not serve the request; the message is for the caller then. */
  public boolean isBusy() {
    return busy;
  }

  /** Tells whether a stage failed because this process has too much to do. */
  public static boolean isBusy(Throwable failure) {
    return causeOf(failure) instanceof StoreUnavailable unavailable && unavailable.busy;
  }

  /** Tells whether a stage failed because of this; any other failure is a defect. */
  public static boolean caused(Throwable failure) {
    return causeOf(failure) instanceof StoreUnavailable;
  }

  /** The failure that a stage passed on. */
  public static Throwable causeOf(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? cause : failure;
  }
}
