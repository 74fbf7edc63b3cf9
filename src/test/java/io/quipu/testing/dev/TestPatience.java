package io.quipu.testing.dev;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * How long tests wait for what must come about: so long that only a defect takes longer, on
 * whatever machine. It says nothing of speed, which is for benchmarks to measure. As an extension
 * of every test class, it makes this what Awaitility does unless told otherwise.
 */
public final class TestPatience implements BeforeAllCallback {
  public static final Duration LIMIT = Duration.ofMinutes(2);

  /** Looks at once, and then so often: most of what tests wait for is there within milliseconds. */
  private static final Duration LOOK = Duration.ofMillis(25);

  @Override
  public void beforeAll(ExtensionContext context) {
    begin();
  }

  /** Has Awaitility wait so, in programs that run no test. */
  public static void begin() {
    Awaitility.setDefaultTimeout(LIMIT);
    Awaitility.setDefaultPollDelay(Duration.ZERO);
    Awaitility.setDefaultPollInterval(LOOK);
  }

  /**
   * Waits for the value of a stage.
   *
   * @throws java.util.concurrent.CompletionException if it fails, or does not complete in time
   */
  public static <T> T join(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
  }
}
