package io.quipu.store;

import org.jspecify.annotations.Nullable;

/** A read could not be served at the required consistency; it may be repeated. */
public final class StoreUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StoreUnavailable(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
