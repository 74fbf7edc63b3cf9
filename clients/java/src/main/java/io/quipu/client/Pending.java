package io.quipu.client;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

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
  private final Recordable added;
  private final byte[] head;
  private final List<Waiter> waiters = new ArrayList<>(1);

  /** Of an {@link Event}: with those that were added to it. */
  private long delta;

  private int events;

  /** Tells whether an attempt has ended without an answer to rely on. */
  private boolean unknown;

  /** The begin of the first attempt that may have recorded it, by {@link System#nanoTime()}. */
  private volatile long mayBeRecordedSince;

  /** How long its id is remembered; null where that has no end, or is not known. */
  private volatile @Nullable Duration window;

  private volatile @Nullable QuipuException last;

  /**
   * Tells whether an attempt that has begun may have recorded it. A single field, so that who looks
   * while an attempt ends sees either the attempt or what came of it.
   */
  private volatile boolean inDoubt;

  /**
   * @param deadline when it is given up, by {@link System#nanoTime()}
   */
  Pending(Recordable added, long deadline, Waiter waiter) {
    this.added = added;
    if (added instanceof Event event) {
      this.delta = event.delta();
      this.events = event.events();
    } else {
      this.events = added instanceof Increment increment ? increment.events() : 1;
    }
    this.deadline = deadline;
    this.head = EventText.head(added).getBytes(StandardCharsets.UTF_8);
    waiters.add(waiter);
  }

  /** Adds another event to this one, unless the sum would be no delta. */
  boolean absorb(Event more, Waiter waiter) {
    if (!(added instanceof Event first)
        || first.time() != null
        || more.time() != null
        || !first.labels().equals(more.labels())) {
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
    waiters.add(waiter);
    return true;
  }

  private static boolean isDelta(long value) {
    return value != 0 && value >= -LARGEST_DELTA && value <= LARGEST_DELTA;
  }

  CounterRef counter() {
    return new CounterRef(added.namespace(), added.counter());
  }

  Recordable event() {
    return added instanceof Event first
        ? new Event(
            first.namespace(),
            first.counter(),
            delta,
            events,
            first.id(),
            first.time(),
            first.labels())
        : added;
  }

  /** Tells whether its answer is its own, so that no other event may be in its request. */
  boolean isAlone() {
    return added instanceof Increment;
  }

  /** Tells whether it counts once although it is sent again. */
  boolean isRepeatable() {
    return !(added instanceof SketchValue);
  }

  /** How many events were added as this one. */
  int added() {
    return waiters.size();
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
    if (!(added instanceof Event)) {
      return "}";
    }
    return events == 1 ? delta + "}" : delta + ",\"events\":" + events + "}";
  }

  /** At most so many bytes of a body. */
  int bytes() {
    return head.length + AMOUNT_BYTES;
  }

  void beginAttempt() {
    if (!unknown) {
      mayBeRecordedSince = System.nanoTime();
    }
    inDoubt = true;
  }

  void attemptFailed(QuipuException why, boolean mayBeWritten) {
    unknown |= mayBeWritten;
    last = why;
    inDoubt = unknown;
  }

  /** Tells whether it may be recorded with an id that the service does not remember for ever. */
  boolean mayBeForgotten() {
    return unknown && (added instanceof Event || added instanceof Increment);
  }

  /**
   * @param time how long its id is remembered; null for no end, or where that is not known
   */
  void remembered(@Nullable Duration time) {
    window = time;
  }

  /** Tells whether the service may have forgotten its id when some time is over. */
  boolean isForgottenAfter(Duration time) {
    return mayBeForgotten()
        && window != null
        && System.nanoTime() - mayBeRecordedSince + time.toNanos() >= window.toNanos();
  }

  private InDoubtException doubt(@Nullable QuipuException why) {
    Duration known = window;
    return new InDoubtException(
        event(),
        why,
        known == null
            ? null
            : Instant.now().plusNanos(mayBeRecordedSince + known.toNanos() - System.nanoTime()),
        known != null && known.isZero());
  }

  /** Why the last attempt failed; null before any has. */
  @Nullable
  QuipuException lastFailure() {
    return last;
  }

  Ending acknowledged(@Nullable Incremented value) {
    return new Ending(this, value, null);
  }

  /** An earlier attempt whose end is unknown may be counted, whatever a later one was told. */
  Ending answered(ProblemException why) {
    return new Ending(this, null, unknown ? doubt(why) : why);
  }

  Ending givenUp() {
    return new Ending(this, null, inDoubt ? doubt(last) : new RefusedException(event(), last));
  }

  /**
   * The ending of an event.
   *
   * @param value after it, if it has one
   * @param failure null if it is acknowledged
   */
  record Ending(Pending event, @Nullable Incremented value, @Nullable QuipuException failure) {
    boolean isInDoubt() {
      return failure instanceof InDoubtException;
    }

    /** Tells those who wait for it. */
    void tell() {
      for (Waiter waiter : event.waiters) {
        if (failure == null) {
          waiter.acknowledged(value);
        } else {
          waiter.failed(failure);
        }
      }
    }
  }
}
