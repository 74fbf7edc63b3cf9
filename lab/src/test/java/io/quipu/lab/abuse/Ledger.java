package io.quipu.lab.abuse;

import java.util.concurrent.atomic.AtomicLong;

/** The events of honest clients for one counter: its count lies between these two. */
final class Ledger {
  final String counter;
  private final AtomicLong acknowledged = new AtomicLong();
  private final AtomicLong attempted = new AtomicLong();

  Ledger(String counter) {
    this.counter = counter;
  }

  /** To be told before an event is sent for the first time. */
  void attempt(long delta) {
    attempted.addAndGet(delta);
  }

  void acknowledge(long delta) {
    acknowledged.addAndGet(delta);
  }

  /** Nothing of it was written. */
  void refused(long delta) {
    attempted.addAndGet(-delta);
  }

  long acknowledged() {
    return acknowledged.get();
  }

  long attempted() {
    return attempted.get();
  }

  String path() {
    return "/v1/counters/default/" + counter;
  }
}
