package io.quipu.lab.cluster;

/** The time in which there is no quorum, so that nothing sent in it may be acknowledged in it. */
final class Outage {
  private static final long NONE = Long.MIN_VALUE;

  private final Findings findings;
  private volatile long sinceNanos = NONE;

  Outage(Findings findings) {
    this.findings = findings;
  }

  /** To be told when the quorum is gone for certain. */
  void begin() {
    sinceNanos = History.now();
  }

  /** To be told before the quorum can be there again. */
  void end() {
    sinceNanos = NONE;
  }

  /** To be told of each acknowledgement as it arrives. */
  void acknowledged(long sentNanos, Ledger.Event event) {
    long since = sinceNanos;
    if (since != NONE && sentNanos - since > 0) {
      findings.violated("%s was acknowledged without a quorum", event);
    }
  }
}
