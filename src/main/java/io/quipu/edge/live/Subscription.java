package io.quipu.edge.live;

import io.quipu.engine.live.Reading;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.time.Scheduler;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The subscription of one connection to one counter. Sends readings in the order of their versions,
 * and no reading twice. Until the interval since the last count is over and the client is not
 * behind, the subscription keeps only the latest reading. Confined to the context of its
 * connection.
 */
public final class Subscription {
  private final KnownCounter counter;
  private final Subscriptions owner;
  private long minIntervalNanos;
  private boolean begun;
  private long seq;
  private long sentVersion;
  private long sentNanos;
  private @Nullable Reading pending;
  private Scheduler.@Nullable Cancellable pause;

  Subscription(KnownCounter counter, Subscriptions owner) {
    this.counter = counter;
    this.owner = owner;
  }

  KnownCounter counter() {
    return counter;
  }

  /** Sets the shortest time between two counts, which also applies to a reading that waits. */
  void pace(Duration minInterval) {
    minIntervalNanos = minInterval.toNanos();
    endPause();
    flush();
  }

  Duration minInterval() {
    return Duration.ofNanos(minIntervalNanos);
  }

  /** Takes a snapshot: a count from a read that began after the request for the snapshot. */
  void begin(Reading snapshot) {
    begun = true;
    offer(snapshot);
  }

  /** Takes a count. Ignores a count before {@link #begin}, or not newer than an earlier count. */
  void offer(Reading reading) {
    if (!begun || reading.version() <= sentVersion) {
      return;
    }
    if (pending != null) {
      if (reading.version() <= pending.version()) {
        return;
      }
      owner.meters().conflated();
    }
    pending = reading;
    flush();
  }

  /** Sends the pending reading at once, or as soon as the pace and the client allow. */
  void flush() {
    if (pending == null || pause != null) {
      return;
    }
    long wait = seq == 0 ? 0 : sentNanos + minIntervalNanos - owner.nanos();
    if (wait > 0) {
      pause = owner.scheduler().after(Duration.ofNanos(wait), this::resume);
    } else if (owner.outlet().isFull()) {
      owner.hold(this);
    } else {
      send(pending);
    }
  }

  /** Ends the connection, because the namespace of the counter was deleted. */
  void endDeleted() {
    owner.outlet().endDeleted();
  }

  /** Stops sending. */
  void end() {
    pending = null;
    begun = false;
    endPause();
  }

  private void resume() {
    pause = null;
    flush();
  }

  private void endPause() {
    if (pause != null) {
      pause.cancel();
      pause = null;
    }
  }

  private void send(Reading reading) {
    pending = null;
    sentVersion = reading.version();
    sentNanos = owner.nanos();
    seq++;
    owner.meters().pushed();
    owner.outlet().send(reading, seq);
  }
}
