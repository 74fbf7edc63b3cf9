package io.quipu.ingest;

import java.util.ArrayDeque;

/** The appends that wait for a write to one partition. Confined to one context. */
final class PartitionQueue {
  private final int shard;
  private final ArrayDeque<PendingAppend> pending = new ArrayDeque<>();
  private boolean writing;
  private boolean ready;

  PartitionQueue(int shard) {
    this.shard = shard;
  }

  int shard() {
    return shard;
  }

  ArrayDeque<PendingAppend> pending() {
    return pending;
  }

  /** Whether a write may start: one at a time, so that events group behind it. */
  boolean mayWrite() {
    return !writing && !pending.isEmpty();
  }

  /** Marks the queue as lined up for a write; false if it was already. */
  boolean lineUp() {
    boolean fresh = !ready;
    ready = true;
    return fresh;
  }

  void calledUp() {
    ready = false;
  }

  void writeStarted() {
    writing = true;
  }

  void writeEnded() {
    writing = false;
  }

  boolean isIdle() {
    return !writing && pending.isEmpty();
  }

  /** Takes what fits into one write. What an append has left over then waits behind the others. */
  RowBatch next(CommitBounds bounds) {
    RowBatch batch = new RowBatch(bounds);
    while (!pending.isEmpty() && batch.takeFrom(pending.getFirst())) {
      pending.removeFirst();
    }
    if (pending.size() > 1 && pending.getFirst().taken() > 0) {
      pending.addLast(pending.removeFirst());
    }
    return batch;
  }
}
