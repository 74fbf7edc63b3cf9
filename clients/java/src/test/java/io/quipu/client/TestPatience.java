package io.quipu.client;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The time for which tests of the client wait, as an extension of their classes: so long that only
 * a defect takes longer. The service's tests have the same limit, but this build has nothing of
 * theirs.
 */
final class TestPatience implements BeforeAllCallback {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** The time between two looks. Most of what tests wait for is there within milliseconds. */
  private static final Duration LOOK = Duration.ofMillis(25);

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(LIMIT);
    Awaitility.setDefaultPollDelay(Duration.ZERO);
    Awaitility.setDefaultPollInterval(LOOK);
  }

  /**
   * Waits for the value of a stage.
   *
   * @throws java.util.concurrent.CompletionException if it fails, or does not complete in time
   */
  static <T> T join(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
  }
}
