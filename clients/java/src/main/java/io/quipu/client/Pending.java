package io.quipu.client;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * An event without an answer yet, with those who wait for it. Deltas are added to it under the lock
 * of the {@link Outbox}, until it is sent; from then on it belongs to its {@link Delivery}.
 */
final class Pending {
  private static final long LARGEST_DELTA = 1_000_000_000_000_000L;

  /** The longest delta, and what closes the object. */
  private static final int DELTA_BYTES = 20;

  final long deadline;
  private final String namespace;
  private final String counter;
  private final String id;
  private final byte[] head;
  private final List<CompletableFuture<Void>> futures = new ArrayList<>(1);
  private long delta;
  private volatile boolean underWay;
  private volatile boolean unknown;
  private volatile @Nullable QuipuException last;

  /**
   * @param deadline when it is given up, by {@link System#nanoTime()}
   */
  Pending(Event event, long deadline, CompletableFuture<Void> future) {
    this.namespace = event.namespace();
    this.counter = event.counter();
    this.id = event.id();
    this.delta = event.delta();
    this.deadline = deadline;
    this.head = head(event);
    futures.add(future);
  }

  private static byte[] head(Event event) {
    StringBuilder text = new StringBuilder("{\"namespace\":");
    JsonText.quote(text, event.namespace()).append(",\"counter\":");
    JsonText.quote(text, event.counter()).append(",\"id\":");
    return JsonText.quote(text, event.id())
        .append(",\"delta\":")
        .toString()
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Adds another event to this one, unless the sum would be no delta. */
  boolean absorb(long more, CompletableFuture<Void> future) {
    // the service is to judge what is no delta by itself
    if (!isDelta(more) || !isDelta(delta) || !isDelta(delta + more)) {
      return false;
    }
    delta += more;
    futures.add(future);
    return true;
  }

  private static boolean isDelta(long value) {
    return value != 0 && value >= -LARGEST_DELTA && value <= LARGEST_DELTA;
  }

  CounterRef counter() {
    return new CounterRef(namespace, counter);
  }

  Event event() {
    return new Event(namespace, counter, delta, id);
  }

  /** How many events were added as this one. */
  int added() {
    return futures.size();
  }

  byte[] head() {
    return head;
  }

  long delta() {
    return delta;
  }

  /** At most so many bytes of a body. */
  int bytes() {
    return head.length + DELTA_BYTES;
  }

  void beginAttempt() {
    underWay = true;
  }

  void attemptFailed(QuipuException why, boolean mayBeWritten) {
    unknown |= mayBeWritten;
    last = why;
    underWay = false;
  }

  /** Whether an attempt may have recorded it. */
  boolean isInDoubt() {
    return unknown || underWay;
  }

  void succeed() {
    futures.forEach(future -> future.complete(null));
  }

  /** An earlier attempt whose end is unknown may be counted, whatever a later one was told. */
  void end(ProblemException why) {
    fail(unknown ? new InDoubtException(event(), why) : why);
  }

  void giveUp() {
    fail(isInDoubt() ? new InDoubtException(event(), last) : new RefusedException(event(), last));
  }

  private void fail(QuipuException why) {
    futures.forEach(future -> future.completeExceptionally(why));
  }
}
