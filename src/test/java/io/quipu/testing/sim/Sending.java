package io.quipu.testing.sim;

import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import java.util.List;
import java.util.UUID;

/** One request of a client, and what the client was told of it. */
class Sending {
  final long sent;
  boolean refused;

  /** Of its events, or its reset; none unless it is acknowledged. */
  List<UUID> rows = List.of();

  long acknowledgedAt = Long.MAX_VALUE;

  Sending(long sent) {
    this.sent = sent;
  }

  void told(RecordOutcome outcome, long now) {
    if (outcome instanceof Recorded recorded) {
      rows = recorded.rows().isEmpty() ? List.of(recorded.at()) : recorded.rows();
      acknowledgedAt = now;
    } else {
      refused = outcome instanceof Refused;
    }
  }

  boolean isAcknowledged() {
    return !rows.isEmpty();
  }

  /** That of a single event, or null. */
  UUID row() {
    return rows.isEmpty() ? null : rows.get(0);
  }
}
