package io.quipu.tools.cli;

import io.quipu.client.NotSentException;
import io.quipu.client.QuipuException;
import io.quipu.client.Retry;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The word about a service that does not answer: each time something is tried again, but not more
 * often than every few seconds. Where nobody was ever reached nothing is tried again, unless that
 * was asked for. For any thread.
 */
final class Contact {
  private static final long BETWEEN_LINES = TimeUnit.SECONDS.toNanos(5);

  private final Duration timeout;
  private final boolean waiting;
  private final Consumer<String> say;
  private final CompletableFuture<QuipuException> hopeless = new CompletableFuture<>();
  private boolean reached;
  private boolean said;
  private long saidAt;

  /**
   * @param timeout how long something is tried
   * @param waiting whether also for a service that is not there yet
   * @param say takes a line
   */
  Contact(Duration timeout, boolean waiting, Consumer<String> say) {
    this.timeout = timeout;
    this.waiting = waiting;
    this.say = say;
  }

  /** The service is there, or was. */
  synchronized void reached() {
    reached = true;
  }

  synchronized boolean isReached() {
    return reached;
  }

  /** Tells whether a service is waited for that was never reached. */
  synchronized boolean isAwaited() {
    return waiting && !reached;
  }

  /** Completes, with the reason, where nobody is there and nothing is to be tried again. */
  CompletableFuture<QuipuException> hopeless() {
    return hopeless;
  }

  void retried(Retry retry) {
    lost(retry.why(), retry.left());
  }

  /**
   * @param left how long it is tried yet; null for as long as the command runs
   */
  void lost(QuipuException why, @Nullable Duration left) {
    if (!(why instanceof NotSentException)) {
      reached();
    }
    if (isReached() || waiting) {
      again(String.valueOf(why.getMessage()), left);
    } else {
      hopeless.complete(why);
    }
  }

  /** Says that something is tried again. */
  void again(String why, @Nullable Duration left) {
    synchronized (this) {
      long now = System.nanoTime();
      if (said && now - saidAt < BETWEEN_LINES) {
        return;
      }
      said = true;
      saidAt = now;
    }
    String of =
        left == null
            ? ""
            : " (%d s of %d s left)"
                .formatted(left.plusMillis(999).toSeconds(), timeout.toSeconds());
    say.accept(Table.plain(why) + "; trying again" + of);
  }
}
