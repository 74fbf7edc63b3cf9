package io.quipu.ingest;

import io.quipu.counter.CounterName;
import java.util.ArrayDeque;

/** The appends of one counter that wait for a write, in order. Confined to one context. */
final class CounterQueue {
  private final CounterName counter;
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private int inFlight;
  private int shard;
  private boolean ready;

  CounterQueue(CounterName counter) {
    this.counter = counter;
  }

  CounterName counter() {
    return counter;
  }

  ArrayDeque<Waiting> waiting() {
    return waiting;
  }

  /** Whether a write may start: one at a time for each shard, so that events group behind it. */
  boolean mayWrite() {
    Waiting first = waiting.peekFirst();
    return first != null && inFlight < first.append().shards();
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

  /** Which shard the next write goes to. */
  int nextShard(int shards) {
    shard = (shard + 1) % shards;
    return shard;
  }

  void writeStarted() {
    inFlight++;
  }

  void writeEnded() {
    inFlight--;
  }

  boolean isIdle() {
    return inFlight == 0 && waiting.isEmpty();
  }
}
