package io.quipu.engine.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Assertions;

/** The value or failure of a stage that must have completed by now. */
public final class Done {
  private Done() {}

  public static <T> T value(CompletionStage<T> stage) {
    assertThat(stage.toCompletableFuture()).as("must be complete").isDone();
    return stage.toCompletableFuture().join();
  }

  public static Throwable failure(CompletionStage<?> stage) {
    assertThat(stage.toCompletableFuture()).as("must be complete").isDone();
    return Assertions.assertThrows(
            CompletionException.class, () -> stage.toCompletableFuture().join())
        .getCause();
  }
}
