package io.quipu.kinds.linear;

import io.quipu.kind.RecordOutcome.Refusal;
import io.quipu.counter.CounterName;
import io.quipu.kinds.linear.IncrementOutcome.OutcomeUnknown;
import io.quipu.kinds.linear.IncrementOutcome.PastBound;
import io.quipu.kinds.linear.IncrementOutcome.Refused;
import io.quipu.store.CasOutcome;
import io.quipu.store.StoreUnavailable;
import io.quipu.time.BoundedConcurrency;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Counts the increments of one counter: while a compare-and-set is in flight, further increments
 * queue, and all that queued goes into the next. Confined to one context.
 *
 * <p>Invariants. What was counted is only said of a step that is known to be applied: the store
 * said so, or the row names the attempt. What was refused, by a bound, is said as of a state that
 * the step confirmed, or that was read after the increment had come. An attempt without an answer
 * may still be applied while the counter has not changed: until then nothing is sent but the same
 * step again, so that it does not matter which of the two is.
 */
final class LinearCounter {
  private final CounterName name;
  private final LinearRequests requests;
  private final Listener listener;
  private final ArrayDeque<PendingIncrement> queue = new ArrayDeque<>();

  /** Read serially, or a step of its own that was applied: so a quorum has it. */
  private @Nullable LinearState known;

  private boolean busy;
  private boolean contended;
  private int pauses;

  /** Told what an increment comes to, before its caller is. */
  @FunctionalInterface
  interface Listener {
    void answered(PendingIncrement increment, IncrementOutcome outcome);
  }

  LinearCounter(CounterName name, LinearRequests requests, Listener listener) {
    this.name = name;
    this.requests = requests;
    this.listener = listener;
  }

  void add(PendingIncrement increment) {
    queue.addLast(increment);
    if (!busy) {
      busy = true;
      begin();
    }
  }

  boolean isIdle() {
    return !busy;
  }

  /** Increments under way to an answer, and what they come to if {@code step} is applied. */
  private record Attempt(
      long sequence,
      LinearStep step,
      List<PendingIncrement> increments,
      List<IncrementOutcome> outcomes,
      long since) {}

  /** The next increments; nothing of them is in doubt. */
  private void begin() {
    expire();
    if (queue.isEmpty()) {
      busy = false;
      return;
    }
    LinearState from = known;
    if (from != null) {
      look(from, 0);
      return;
    }
    long came = requests.lastNumber();
    requests.ask(
        () -> requests.store().readSerial(name),
        (state, failure) -> {
          if (state == null) {
            unavailable(failure);
          } else {
            known = state;
            look(state, came);
          }
        });
  }

  /**
   * Looks up the ids of as many as one step takes.
   *
   * @param came the number of the last increment that had come when {@code from} was read; 0 if
   *     that was at no known time
   */
  private void look(LinearState from, long came) {
    List<PendingIncrement> increments = take();
    Set<String> ids = new LinkedHashSet<>();
    increments.forEach(one -> addIds(one, ids));
    if (ids.isEmpty()) {
      attempt(from, increments, Map.of(), came);
      return;
    }
    remembered(List.copyOf(ids))
        .whenComplete(
            (found, failure) -> {
              if (found == null) {
                giveBack(increments);
                unavailable(failure);
              } else {
                attempt(from, increments, found, came);
              }
            });
  }

  private static void addIds(PendingIncrement increment, Set<String> ids) {
    for (BoundedEvent one : increment.increment().events()) {
      String id = one.event().id();
      if (id != null) {
        ids.add(id);
      }
    }
  }

  private CompletionStage<Map<String, RememberedEvent>> remembered(List<String> ids) {
    Map<String, RememberedEvent> found = new HashMap<>();
    return BoundedConcurrency.forEach(
            4, BoundedConcurrency.chunks(ids, LinearStore.MOST_IDS), some -> add(some, found))
        .thenApply(done -> found);
  }

  private CompletionStage<Void> add(List<String> ids, Map<String, RememberedEvent> found) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    requests.ask(
        () -> requests.store().remembered(name, ids),
        (some, failure) -> {
          if (some == null) {
            done.completeExceptionally(reason(failure));
          } else {
            found.putAll(some);
            done.complete(null);
          }
        });
    return done;
  }

  private void attempt(
      LinearState from,
      List<PendingIncrement> increments,
      Map<String, RememberedEvent> found,
      long came) {
    LinearFold fold = new LinearFold(from, found, requests.clock().wall(), requests.writer());
    List<PendingIncrement> depending = new ArrayList<>(increments.size());
    List<IncrementOutcome> outcomes = new ArrayList<>(increments.size());
    for (PendingIncrement one : increments) {
      LinearFold.Folded folded = fold.add(one.increment());
      if (folded.isFact()) {
        answer(one, folded.answer());
      } else {
        depending.add(one);
        outcomes.add(folded.answer());
      }
    }
    if (fold.changes()) {
      long sequence = requests.nextSequence();
      LinearStep step = fold.step(requests.writer(), sequence, requests.settings().idsPerPeriod());
      send(
          new Attempt(sequence, step, depending, outcomes, requests.clock().monotonicNanos()),
          false);
    } else if (depending.isEmpty()) {
      next();
    } else if (depending.get(0).number() <= came) {
      answerRefused(depending, outcomes, came);
    } else {
      giveBack(depending);
      confirm(from);
    }
  }

  /** Refusals are said as of a state that was read after the increment had come. */
  private void answerRefused(
      List<PendingIncrement> increments, List<IncrementOutcome> outcomes, long came) {
    int some = 0;
    while (some < increments.size() && increments.get(some).number() <= came) {
      some++;
    }
    giveBack(increments.subList(some, increments.size()));
    answer(increments.subList(0, some), outcomes);
    next();
  }

  /** All are refused by what was known before they came: it may have changed since. */
  private void confirm(LinearState from) {
    long came = requests.lastNumber();
    requests.ask(
        () -> requests.store().read(name),
        (state, failure) -> {
          if (state == null) {
            unavailable(failure);
          } else if (state.version() == from.version()) {
            look(from, came);
          } else {
            known = null;
            begin();
          }
        });
  }

  /**
   * Sends the step.
   *
   * @param inDoubt whether it was sent before, without an answer
   */
  private void send(Attempt attempt, boolean inDoubt) {
    requests.ask(
        () -> requests.store().advance(name, attempt.step),
        (outcome, defect) -> {
          if (outcome == CasOutcome.APPLIED) {
            applied(attempt, attempt.step.next());
            return;
          }
          known = null;
          if (outcome == CasOutcome.REFUSED && !inDoubt) {
            requests.meters().conflict();
            contended = true;
            giveBack(attempt.increments);
            pause(this::begin);
          } else {
            requests.meters().doubt();
            pause(() -> settle(attempt));
          }
        });
  }

  /** Finds out what became of an attempt that may have been applied, or may be yet. */
  private void settle(Attempt attempt) {
    expire();
    requests.ask(
        () -> requests.store().readSerial(name),
        (state, failure) -> {
          if (state == null) {
            orGiveUp(attempt, () -> settle(attempt));
            return;
          }
          switch (state.fateOf(
              requests.writer(), attempt.sequence, attempt.step.before().version())) {
            case APPLIED -> applied(attempt, state);
            case OPEN -> orGiveUp(attempt, () -> send(attempt, true));
            case LOST -> {
              known = state;
              giveBack(attempt.increments);
              begin();
            }
            case FORGOTTEN -> {
              known = state;
              giveUp(attempt);
            }
          }
        });
  }

  private void orGiveUp(Attempt attempt, Runnable again) {
    if (requests.isOver(attempt.since)) {
      giveUp(attempt);
    } else {
      pause(again);
    }
  }

  private void giveUp(Attempt attempt) {
    for (PendingIncrement one : attempt.increments) {
      requests.meters().unknown();
      answer(one, new OutcomeUnknown());
    }
    next();
  }

  private void applied(Attempt attempt, LinearState now) {
    known = now;
    requests.meters().applied(attempt.step.next().events() - attempt.step.before().events());
    answer(attempt.increments, attempt.outcomes);
    next();
  }

  private void next() {
    pauses = 0;
    contended = false;
    begin();
  }

  private void unavailable(@Nullable Throwable failure) {
    if (!StoreUnavailable.caused(reason(failure))) {
      failAll(reason(failure));
      return;
    }
    contended = false;
    pause(this::begin);
  }

  /** A defect: whoever waits is told, and the next ones try again. */
  private void failAll(Throwable defect) {
    known = null;
    List<PendingIncrement> all = List.copyOf(queue);
    queue.clear();
    busy = false;
    for (PendingIncrement one : all) {
      listener.answered(one, new OutcomeUnknown());
      one.answer().completeExceptionally(defect);
    }
  }

  private static Throwable reason(@Nullable Throwable failure) {
    return failure == null ? new IllegalStateException("no answer") : failure;
  }

  private void pause(Runnable then) {
    requests.pause(pauses++, then);
  }

  /** What waits too long, and is in no attempt, is certainly not counted. */
  private void expire() {
    Refusal why = contended ? Refusal.CONTENDED : Refusal.STORE_UNAVAILABLE;
    for (PendingIncrement first = queue.peekFirst();
        first != null && requests.isOver(first.since());
        first = queue.peekFirst()) {
      queue.removeFirst();
      requests.meters().refused(why, first.events());
      answer(first, new Refused(why));
    }
  }

  private List<PendingIncrement> take() {
    List<PendingIncrement> increments = new ArrayList<>();
    int events = 0;
    int ids = 0;
    for (PendingIncrement first = queue.peekFirst(); first != null; first = queue.peekFirst()) {
      events += first.events();
      ids += first.ids();
      boolean full =
          events > requests.settings().eventsPerStep() || ids > requests.settings().idsPerStep();
      if (full && !increments.isEmpty()) {
        break;
      }
      increments.add(queue.removeFirst());
    }
    return increments;
  }

  private void giveBack(List<PendingIncrement> increments) {
    for (int i = increments.size() - 1; i >= 0; i--) {
      queue.addFirst(increments.get(i));
    }
  }

  private void answer(List<PendingIncrement> increments, List<IncrementOutcome> outcomes) {
    for (int i = 0; i < increments.size(); i++) {
      answer(increments.get(i), outcomes.get(i));
    }
  }

  private void answer(PendingIncrement increment, IncrementOutcome outcome) {
    if (outcome instanceof PastBound) {
      requests.meters().pastBound();
    }
    listener.answered(increment, outcome);
    increment.answer().complete(outcome);
  }
}
