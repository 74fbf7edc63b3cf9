package io.quipu.cassandra.driver;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverException;
import java.time.Duration;
import java.util.Collection;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Retries for a bounded time while Cassandra is not yet available, with at most one line in the log
 * every ten seconds. Blocks the calling thread, so only for use before an instance is ready.
 */
public final class BoundedRetry {
  private static final Logger log = LoggerFactory.getLogger(BoundedRetry.class);
  private static final long PAUSE_MILLIS = 300;
  private static final long LOG_EVERY_NANOS = Duration.ofSeconds(10).toNanos();

  private final String aim;
  private final Duration limit;
  private final String advice;
  private final long start = System.nanoTime();
  private long lastLogged = start - LOG_EVERY_NANOS;

  /**
   * @param aim the aim in the log and in errors: "connect to ..."
   * @param limit the time after which a failed attempt is not repeated
   * @param advice the end of the error after the limit: what the operator should check
   */
  public BoundedRetry(String aim, Duration limit, String advice) {
    this.aim = aim;
    this.limit = limit;
    this.advice = advice;
  }

  /**
   * Repeats {@code attempt} as long as it throws a {@code DriverException}. Any other exception is
   * thrown on at once.
   *
   * @throws CassandraUnusable if an attempt fails after the limit, or the thread is interrupted
   * @throws DriverException at once, if Cassandra rejects the statement itself
   */
  public <T> T call(Supplier<T> attempt) {
    while (true) {
      try {
        return attempt.get();
      } catch (DriverException e) {
        if (Outcomes.isDefect(e)) {
          throw e;
        }
        pause(reason(e), e);
      }
    }
  }

  /**
   * Waits {@value #PAUSE_MILLIS} ms before the next attempt.
   *
   * @throws CassandraUnusable if the limit is over, or the thread is interrupted
   */
  public void pause(String reason) {
    pause(reason, null);
  }

  private void pause(String reason, @Nullable Throwable cause) {
    long now = System.nanoTime();
    if (now - start > limit.toNanos()) {
      throw new CassandraUnusable(
          "Could not " + aim + " within " + limit.toSeconds() + " s: " + reason + ". " + advice,
          cause);
    }
    if (now - lastLogged >= LOG_EVERY_NANOS) {
      lastLogged = now;
      log.info("Waiting to {}: {}", aim, reason);
    }
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CassandraUnusable("Interrupted while trying to " + aim, e);
    }
  }

  /**
   * The first line of the message of the root cause, or the class name of a root cause without a
   * message. If all nodes failed, the root cause is the cause of the first error.
   */
  public static String reason(Throwable failure) {
    Throwable told =
        failure instanceof AllNodesFailedException everywhere
            ? everywhere.getAllErrors().values().stream()
                .flatMap(Collection::stream)
                .findFirst()
                .orElse(failure)
            : failure;
    while (told.getCause() != null) {
      told = told.getCause();
    }
    String message = told.getMessage();
    return message == null ? told.getClass().getSimpleName() : firstLine(message);
  }

  private static String firstLine(String message) {
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }
}
