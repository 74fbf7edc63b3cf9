package io.quipu.engine.writer;

import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventTime;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The right of one writer to acknowledge. The lease starts at a moment before the last successful
 * heartbeat was sent. The lease lapses as soon as its length has passed on either the monotonic or
 * the wall clock. A lease that {@link #holds} has found lapsed stays lapsed.
 *
 * <p>The contexts of a process share the lease: one context renews the lease, all contexts read it.
 */
public final class Lease {
  private final Clock clock;
  private final long nanos;
  private final long ticks;
  private final AtomicReference<Term> term;

  /** Creates a lease of the given length that starts at {@code sent}. */
  public Lease(Clock clock, Duration length, Sample sent) {
    this.clock = clock;
    this.nanos = length.toNanos();
    this.ticks = nanos / 100;
    this.term = new AtomicReference<>(new Term(sent, false));
  }

  /** Reads both clocks; to be called before the heartbeat is sent. */
  public static Sample sample(Clock clock) {
    return new Sample(clock.monotonicNanos(), clock.wall());
  }

  /**
   * Tells whether the writer may acknowledge now. After the first {@code false}, every answer is
   * {@code false}.
   */
  public boolean holds() {
    while (true) {
      Term now = current();
      if (now.ended) {
        return false;
      }
      if (!lapsed(now.sent)) {
        return true;
      }
      if (term.compareAndSet(now, new Term(now.sent, true))) {
        return false;
      }
    }
  }

  /**
   * Extends the lease after a heartbeat that was sent at {@code sent} succeeded.
   *
   * @return false if the lease has lapsed: the writer has then ended
   */
  public boolean renew(Sample sent) {
    while (holds()) {
      Term now = current();
      if (!now.ended && term.compareAndSet(now, new Term(sent, false))) {
        return holds();
      }
    }
    return false;
  }

  /** Ends the lease for good. */
  public void end() {
    term.set(new Term(current().sent, true));
  }

  private Term current() {
    return Objects.requireNonNull(term.get());
  }

  private boolean lapsed(Sample sent) {
    // If the wall clock goes backwards, the lease still lapses on the monotonic clock.
    return clock.monotonicNanos() - sent.monotonic >= nanos
        || clock.wall().ticks() - sent.wall.ticks() >= ticks;
  }

  /** Both clocks at one moment. */
  public record Sample(long monotonic, EventTime wall) {}

  private record Term(Sample sent, boolean ended) {}
}
