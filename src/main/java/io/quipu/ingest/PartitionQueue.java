package io.quipu.ingest;

import java.util.ArrayDeque;

/** The appends that wait for a write to one partition. Confined to one context. */
final class PartitionQueue {
  private final int shard;
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private boolean writing;
  private boolean ready;

  PartitionQueue(int shard) {
    this.shard = shard;
  }

  int shard() {
    return shard;
  }

  ArrayDeque<Waiting> waiting() {
    return waiting;
  }

  /** Whether a write may start: one at a time, so that events group behind it. */
  boolean mayWrite() {
    return !writing && !waiting.isEmpty();
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
    return !writing && waiting.isEmpty();
  }

  /** Takes what fits into one write. What an append has left over then waits behind the others. */
  RowBatch next(CommitBounds bounds) {
    RowBatch batch = new RowBatch(bounds);
    while (!waiting.isEmpty() && batch.takeFrom(waiting.getFirst())) {
      waiting.removeFirst();
    }
    if (waiting.size() > 1 && waiting.getFirst().taken() > 0) {
      waiting.addLast(waiting.removeFirst());
    }
    return batch;
  }
}
