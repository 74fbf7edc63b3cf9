package io.quipu.engine.kinds.linear;

import io.quipu.ops.trace.Span;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The increments of one counter that wait for an attempt, in order. Confined to one context. */
final class IncrementQueue {
  private final ArrayDeque<PendingIncrement> waiting = new ArrayDeque<>();

  /** The increments that {@link #take} returned last, answered or not. */
  private List<PendingIncrement> taken = List.of();

  void add(PendingIncrement increment) {
    waiting.addLast(increment);
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** The span of all waiting increments. */
  Span work() {
    return Span.ofAll(waiting.stream().map(PendingIncrement::work).toList());
  }

  /** Takes as many increments as one step may have, but at least one if any waits. */
  List<PendingIncrement> take(LinearSettings settings) {
    List<PendingIncrement> increments = new ArrayList<>();
    int events = 0;
    int ids = 0;
    for (PendingIncrement first = waiting.peekFirst(); first != null; first = waiting.peekFirst()) {
      events += first.events();
      ids += first.ids();
      boolean full = events > settings.eventsPerStep() || ids > settings.idsPerStep();
      if (full && !increments.isEmpty()) {
        break;
      }
      increments.add(waiting.removeFirst());
    }
    taken = increments;
    return increments;
  }

  /** Puts increments back at the front of the queue, in their order. */
  void giveBack(List<PendingIncrement> increments) {
    for (int i = increments.size() - 1; i >= 0; i--) {
      waiting.addFirst(increments.get(i));
    }
  }

  /** Takes increments from the front of the queue while a condition holds. */
  List<PendingIncrement> takeWhile(Predicate<PendingIncrement> some) {
    List<PendingIncrement> increments = new ArrayList<>();
    for (PendingIncrement first = waiting.peekFirst();
        first != null && some.test(first);
        first = waiting.peekFirst()) {
      increments.add(waiting.removeFirst());
    }
    return increments;
  }

  /** Empties the queue. Returns the unanswered increments that waited or were taken last. */
  List<PendingIncrement> takeAllUnanswered() {
    List<PendingIncrement> all = new ArrayList<>(taken);
    all.removeAll(waiting);
    all.addAll(waiting);
    all.removeIf(one -> one.answer().isDone());
    taken = List.of();
    waiting.clear();
    return all;
  }
}
