package io.quipu.engine.store;

import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The failure of a request that cannot be served now, for example because the required consistency
 * is missing or this process has too much to do. A read may be repeated.
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
   * The failure of a process that has too much to do. The store may be available.
   *
   * @param message a sentence for the caller
   */
  public static StoreUnavailable busy(String message) {
    return new StoreUnavailable(message, null, true);
  }

  /** Tells whether this process has too much to do. If so, the message is for the caller. */
  public boolean isBusy() {
    return busy;
  }

  /** Tells whether a stage failed because this process has too much to do. */
  public static boolean isBusy(Throwable failure) {
    return causeOf(failure) instanceof StoreUnavailable unavailable && unavailable.busy;
  }

  /** Tells whether a stage failed with the store unavailable; any other failure is a defect. */
  public static boolean caused(Throwable failure) {
    return causeOf(failure) instanceof StoreUnavailable;
  }

  /** The failure of a stage, without the {@link CompletionException} that wraps the failure. */
  public static Throwable causeOf(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? cause : failure;
  }
}
