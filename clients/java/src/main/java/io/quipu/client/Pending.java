package io.quipu.client;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * An event without an answer yet, with those who wait for it. Others are added to it under the lock
 * of the {@link Outbox}, until it is sent; from then on it belongs to its {@link Delivery}.
 */
final class Pending {
  private static final long LARGEST_DELTA = 1_000_000_000_000_000L;

  private static final int MOST_EVENTS = 1_000_000;

  /** The longest delta and number of events, and what closes the object. */
  private static final int AMOUNT_BYTES = 40;

  final long deadline;
  private final String namespace;
  private final String counter;
  private final String id;
  private final @Nullable Instant time;
  private final Map<String, String> labels;
  private final byte[] head;
  private final List<CompletableFuture<Void>> futures = new ArrayList<>(1);
  private long delta;
  private int events;

  /** Tells whether an attempt has ended without an answer to rely on. */
  private boolean unknown;

  private volatile @Nullable QuipuException last;

  /**
   * Tells whether an attempt that has begun may have recorded it. A single field, so that who looks
   * while an attempt ends sees either the attempt or what came of it.
   */
  private volatile boolean inDoubt;

  /**
   * @param deadline when it is given up, by {@link System#nanoTime()}
   */
  Pending(Event event, long deadline, CompletableFuture<Void> future) {
    this.namespace = event.namespace();
    this.counter = event.counter();
    this.id = event.id();
    this.time = event.time();
    this.labels = event.labels();
    this.delta = event.delta();
    this.events = event.events();
    this.deadline = deadline;
    this.head = head(event);
    futures.add(future);
  }

  private static byte[] head(Event event) {
    StringBuilder text = new StringBuilder("{\"namespace\":");
    JsonText.quote(text, event.namespace()).append(",\"counter\":");
    JsonText.quote(text, event.counter()).append(",\"id\":");
    JsonText.quote(text, event.id());
    if (event.time() != null) {
      text.append(",\"time\":\"").append(event.time()).append('"');
    }
    if (!event.labels().isEmpty()) {
      JsonText.texts(text.append(",\"labels\":"), event.labels());
    }
    return text.append(",\"delta\":").toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Adds another event to this one, unless the sum would be no delta. */
  boolean absorb(Event more, CompletableFuture<Void> future) {
    if (time != null || more.time() != null || !labels.equals(more.labels())) {
      return false;
    }
    // the service is to judge what is no delta by itself
    if (!isDelta(more.delta()) || !isDelta(delta) || !isDelta(delta + more.delta())) {
      return false;
    }
    if (events < 1 || more.events() < 1 || events > MOST_EVENTS - more.events()) {
      return false;
    }
    delta += more.delta();
    events += more.events();
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
    return new Event(namespace, counter, delta, events, id, time, labels);
  }

  /** How many events were added as this one. */
  int added() {
    return futures.size();
  }

  byte[] head() {
    return head;
  }

  /** How many happenings it stands for. */
  int happenings() {
    return events;
  }

  /**
   * The rest of the event after its head. An older service knows no {@code events}, and needs none
   * for one.
   */
  String tail() {
    return events == 1 ? delta + "}" : delta + ",\"events\":" + events + "}";
  }

  /** At most so many bytes of a body. */
  int bytes() {
    return head.length + AMOUNT_BYTES;
  }

  void beginAttempt() {
    inDoubt = true;
  }

  void attemptFailed(QuipuException why, boolean mayBeWritten) {
    unknown |= mayBeWritten;
    last = why;
    inDoubt = unknown;
  }

  /** Why the last attempt failed; null before any has. */
  @Nullable
  QuipuException lastFailure() {
    return last;
  }

  Ending acknowledged() {
    return new Ending(this, null);
  }

  /** An earlier attempt whose end is unknown may be counted, whatever a later one was told. */
  Ending answered(ProblemException why) {
    return new Ending(this, unknown ? new InDoubtException(event(), why) : why);
  }

  Ending givenUp() {
    return new Ending(
        this, inDoubt ? new InDoubtException(event(), last) : new RefusedException(event(), last));
  }

  /**
   * The ending of an event.
   *
   * @param failure null if it is acknowledged
   */
  record Ending(Pending event, @Nullable QuipuException failure) {
    boolean isInDoubt() {
      return failure instanceof InDoubtException;
    }

    /** Tells those who wait for it. */
    void tell() {
      for (CompletableFuture<Void> future : event.futures) {
        if (failure == null) {
          future.complete(null);
        } else {
          future.completeExceptionally(failure);
        }
      }
    }
  }
}
