package io.quipu.cli.service;

import io.quipu.cli.screen.Table;
import io.quipu.client.NotSentException;
import io.quipu.client.QuipuException;
import io.quipu.client.Retry;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells the user about a service that does not answer. Prints a line when a request is repeated, at
 * most one line in 5 seconds. If the service was never reached, requests are repeated only if the
 * user asked to wait. Safe on any thread.
 */
public final class Contact {
  private static final long BETWEEN_LINES = TimeUnit.SECONDS.toNanos(5);

  private final Duration timeout;
  private final boolean waiting;
  private final Consumer<String> say;
  private final CompletableFuture<QuipuException> hopeless = new CompletableFuture<>();
  private boolean reached;
  private boolean said;
  private long saidAt;

  /**
   * @param timeout the time for which a request is repeated
   * @param waiting whether the user asked to wait for a service that was never reached
   * @param say takes a line for the user
   */
  public Contact(Duration timeout, boolean waiting, Consumer<String> say) {
    this.timeout = timeout;
    this.waiting = waiting;
    this.say = say;
  }

  /** Notes that the service was reached. */
  public synchronized void reached() {
    reached = true;
  }

  private synchronized boolean isReached() {
    return reached;
  }

  /** Completes with the reason if the service was never reached, unless the user asked to wait. */
  public CompletableFuture<QuipuException> hopeless() {
    return hopeless;
  }

  void retried(Retry retry) {
    lost(retry.why(), retry.left());
  }

  /**
   * @param why the reason why an attempt failed
   * @param left the time left for repeats; null if the request is repeated without a limit
   */
  public void lost(QuipuException why, @Nullable Duration left) {
    if (!(why instanceof NotSentException)) {
      reached();
    }
    if (isReached() || waiting) {
      again(Complaint.of(why), left);
    } else {
      hopeless.complete(why);
    }
  }

  /** Tells the user that a request is repeated, unless a line was printed in the last 5 seconds. */
  private void again(String why, @Nullable Duration left) {
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
