package io.quipu.engine.kinds.linear;

import io.quipu.ops.trace.Span;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The increments of one counter that are in no attempt, in their order. Confined to one context.
 */
final class IncrementQueue {
  private final ArrayDeque<PendingIncrement> waiting = new ArrayDeque<>();

  /** The increments that were taken last, whatever has become of them. */
  private List<PendingIncrement> taken = List.of();

  void add(PendingIncrement increment) {
    waiting.addLast(increment);
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** The work of whoever waits in it. */
  Span work() {
    return Span.ofAll(waiting.stream().map(PendingIncrement::work).toList());
  }

  /** Takes as many as one step may have, and one in any case. */
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

  /** They come first again. */
  void giveBack(List<PendingIncrement> increments) {
    for (int i = increments.size() - 1; i >= 0; i--) {
      waiting.addFirst(increments.get(i));
    }
  }

  /** Takes those from its front of which something is true. */
  List<PendingIncrement> takeWhile(Predicate<PendingIncrement> some) {
    List<PendingIncrement> increments = new ArrayList<>();
    for (PendingIncrement first = waiting.peekFirst();
        first != null && some.test(first);
        first = waiting.peekFirst()) {
      increments.add(waiting.removeFirst());
    }
    return increments;
  }

  /** Empties it. All that wait, and those that were taken last and have no answer yet. */
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
