package io.quipu.client;

/**
 * Why a request failed. Futures of the client fail with one of the subclasses, or with this where
 * an answer makes no sense.
 */
public class QuipuException extends RuntimeException {
  private static final long serialVersionUID = 1;

  QuipuException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
