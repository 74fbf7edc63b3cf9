package io.quipu.store;

import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** A read could not be served at the required consistency; it may be repeated. */
public final class StoreUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StoreUnavailable(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** Whether a stage failed because of this; any other failure is a defect. */
  public static boolean caused(Throwable failure) {
    return failure instanceof StoreUnavailable
        || (failure instanceof CompletionException
            && failure.getCause() instanceof StoreUnavailable);
  }
}
