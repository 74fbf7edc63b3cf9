package io.quipu.engine.kinds.linear;

import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.kinds.linear.IncrementOutcome.OutcomeUnknown;
import io.quipu.engine.kinds.linear.IncrementOutcome.PastBound;
import io.quipu.engine.kinds.linear.IncrementOutcome.Refused;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Window;
import io.quipu.ops.trace.CurrentSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts the increments of one counter. While a compare-and-set is in flight, further increments
 * wait. The next compare-and-set takes as many waiting increments as fit. Confined to one context.
 *
 * <p>Invariants. An increment is reported as counted only when the steps that count its events are
 * known to be applied. A step is known to be applied if the store said so, or if the stored state
 * names the attempt. A refusal by a bound refers to a state that an applied step confirmed, or that
 * was read after the increment had come. An attempt without an answer may still be applied while
 * the counter has not changed. Until the counter changes or the attempt is given up, only the same
 * step is sent again. So it does not matter which request of the attempt is applied. No step is
 * made before the name of the counter, and the closed windows of the state, are known to be
 * written.
 */
final class LinearCounter {
  private final CounterName name;
  private final LinearRequests requests;
  private final BiConsumer<PendingIncrement, IncrementOutcome> answered;
  private final IncrementQueue queue = new IncrementQueue();

  /** The state from a serial read, or from an applied step of this writer; null if unknown. */
  private @Nullable LinearState known;

  /**
   * True if a quorum has the known state and the ids of its step. After a serial read of the state
   * alone, a quorum may not have these ids.
   */
  private boolean complete;

  private final PeriodSighting period = new PeriodSighting();

  /** True if this context has entered the name: no state may say so yet. */
  private boolean named;

  /** The version of the last state of which this context has exported the closed windows. */
  private long exported;

  private boolean busy;
  private boolean contended;
  private int pauses;

  /**
   * @param answered gets the outcome of each increment before the caller gets the outcome
   */
  LinearCounter(
      CounterName name,
      LinearRequests requests,
      BiConsumer<PendingIncrement, IncrementOutcome> answered) {
    this.name = name;
    this.requests = requests;
    this.answered = answered;
  }

  void add(PendingIncrement increment) {
    queue.add(increment);
    if (!busy) {
      busy = true;
      guarded(this::begin);
    }
  }

  boolean isIdle() {
    return !busy;
  }

  /** Begins with the next increments. Called only while no attempt is in doubt. */
  private void begin() {
    expire();
    if (queue.isEmpty()) {
      busy = false;
    } else if (CurrentSpan.isUsed()) {
      CurrentSpan.run(queue.work(), this::beginNext);
    } else {
      beginNext();
    }
  }

  private void beginNext() {
    LinearState from = known;
    if (from != null) {
      look(from, 0);
      return;
    }
    long came = requests.lastNumber();
    ask(
        () -> requests.store.readSerial(name),
        (state, failure) -> {
          if (state == null) {
            unavailable(failure);
          } else {
            know(state, false);
            look(state, came);
          }
        });
  }

  /**
   * Looks up the ids of as many increments as one step takes.
   *
   * @param came the number of the last increment that had come when the read of {@code from} began;
   *     0 if {@code from} was known from earlier work
   */
  private void look(LinearState from, long came) {
    LinearRule rule = requests.rules.now(name);
    if (rule == null) {
      askForRule(() -> look(from, came), () -> pause(this::begin));
      return;
    }
    List<PendingIncrement> increments = queue.take(requests.settings);
    if (!rule.remembers() || increments.stream().allMatch(one -> one.ids() == 0)) {
      attempt(from, increments, Map.of(), rule, came);
      return;
    }
    requests
        .remembered(name, increments, !complete)
        .whenComplete(
            (found, failure) ->
                guarded(
                    () -> {
                      if (found == null) {
                        queue.giveBack(increments);
                        unavailable(failure);
                      } else if (found.values().stream().anyMatch(one -> isLater(one, from))) {
                        known = null;
                        queue.giveBack(increments);
                        begin();
                      } else {
                        complete = true;
                        attempt(from, increments, found, rule, came);
                      }
                    }));
  }

  /**
   * Asks for the rule of the namespace.
   *
   * @param then runs when a rule has come that still holds
   * @param otherwise runs if the rule came too late, or if the store is unavailable
   */
  private void askForRule(Runnable then, Runnable otherwise) {
    requests
        .rules
        .ask(name)
        .whenComplete(
            (rule, failure) ->
                guarded(
                    () -> {
                      if (rule != null && requests.rules.holds(rule)) {
                        then.run();
                      } else if (failure == null || StoreUnavailable.caused(failure)) {
                        otherwise.run();
                      } else {
                        failAll(failure);
                      }
                    }));
  }

  /**
   * Tells whether a fact is later than the known state. Such a fact must not be answered, because
   * perhaps only one replica has its step, and a later read might miss the step.
   */
  private static boolean isLater(RememberedEvent fact, LinearState known) {
    return EventTime.of(fact.at()).isAfter(known.last());
  }

  private void attempt(
      LinearState from,
      List<PendingIncrement> increments,
      Map<String, RememberedEvent> found,
      LinearRule rule,
      long came) {
    LinearFold fold =
        new LinearFold(
            from,
            found,
            requests.clock.wall(),
            requests.writer,
            rule,
            period.of(from.ids(), requests.clock.monotonicNanos()));
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
    Supplier<CompletionStage<WriteOutcome>> first = fold.changes() ? beforeStep(from) : null;
    if (first != null) {
      write(first, depending, () -> attempt(from, depending, found, rule, came));
    } else if (fold.changes()) {
      long sequence = requests.nextSequence();
      LinearStep step = fold.step(requests.writer, sequence);
      long now = requests.clock.monotonicNanos();
      send(new LinearAttempt(sequence, step, depending, outcomes, rule, now), false);
    } else if (depending.isEmpty()) {
      next();
    } else if (depending.get(0).number() <= came) {
      answerRefused(depending, outcomes, came);
    } else {
      queue.giveBack(depending);
      confirm(from);
    }
  }

  /**
   * The write that must be known to be made before a step from a state: of the name, so that lists
   * find the counter, or of closed windows, which the step leaves out. Null if there is none.
   */
  private @Nullable Supplier<CompletionStage<WriteOutcome>> beforeStep(LinearState from) {
    if (!from.named() && !named) {
      return () ->
          requests.store.name(name).whenComplete((outcome, failure) -> named = isWritten(outcome));
    }
    Map<Window, Tally> closed = from.windows().closed();
    if (closed.isEmpty() || exported == from.version()) {
      return null;
    }
    return () ->
        requests
            .store
            .export(name, closed)
            .whenComplete(
                (outcome, failure) -> exported = isWritten(outcome) ? from.version() : exported);
  }

  private static boolean isWritten(@Nullable WriteOutcome outcome) {
    return outcome == WriteOutcome.WRITTEN;
  }

  private void write(
      Supplier<CompletionStage<WriteOutcome>> first,
      List<PendingIncrement> increments,
      Runnable then) {
    ask(
        first,
        (outcome, failure) -> {
          if (isWritten(outcome)) {
            then.run();
            return;
          }
          queue.giveBack(increments);
          unavailable(failure == null ? new StoreUnavailable("not written", null) : failure);
        });
  }

  /** Answers the increments that had come before the state was read. The others wait again. */
  private void answerRefused(
      List<PendingIncrement> increments, List<IncrementOutcome> outcomes, long came) {
    int some = 0;
    while (some < increments.size() && increments.get(some).number() <= came) {
      some++;
    }
    queue.giveBack(increments.subList(some, increments.size()));
    answer(increments.subList(0, some), outcomes);
    next();
  }

  /** Reads the state again, because the known state may be older than the refused increments. */
  private void confirm(LinearState from) {
    long came = requests.lastNumber();
    ask(
        () -> requests.store.read(name),
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
   * Sends the step, unless the rule of the attempt is too old when the request has its turn.
   *
   * @param inDoubt whether the step was sent before, without an answer
   */
  private void send(LinearAttempt attempt, boolean inDoubt) {
    boolean[] held = {true};
    ask(
        () -> {
          held[0] = requests.rules.holds(attempt.rule());
          return held[0]
              ? requests.store.advance(name, attempt.step())
              : CompletableFuture.completedStage(CasOutcome.REFUSED);
        },
        (outcome, defect) -> {
          if (!held[0]) {
            notSent(attempt, inDoubt);
            return;
          }
          if (outcome == CasOutcome.APPLIED) {
            know(attempt.step().next(), true);
            applied(attempt);
            return;
          }
          known = null;
          if (outcome == CasOutcome.REFUSED && !inDoubt) {
            requests.meters.conflicts.increment();
            contended = true;
            queue.giveBack(attempt.increments());
            pause(this::begin);
          } else {
            requests.meters.doubts.increment();
            pause(() -> settle(attempt));
          }
        });
  }

  private void notSent(LinearAttempt attempt, boolean inDoubt) {
    if (inDoubt) {
      orGiveUp(attempt, () -> settle(attempt));
    } else {
      queue.giveBack(attempt.increments());
      begin();
    }
  }

  /**
   * Sends a step in doubt once more, if the current rule of the namespace has the same settings as
   * the rule of the step. If not, only requests that were sent before can be applied.
   */
  private void sendAgain(LinearAttempt attempt) {
    Runnable later = () -> orGiveUp(attempt, () -> settle(attempt));
    LinearRule rule = requests.rules.now(name);
    if (rule == null) {
      askForRule(() -> sendAgain(attempt), later);
    } else if (rule.isAs(attempt.rule())) {
      send(attempt.by(rule), true);
    } else {
      later.run();
    }
  }

  /** Finds out whether an attempt in doubt was applied, and continues accordingly. */
  private void settle(LinearAttempt attempt) {
    expire();
    ask(
        () -> requests.store.readSerial(name),
        (state, failure) -> {
          if (state == null) {
            orGiveUp(attempt, () -> settle(attempt));
            return;
          }
          switch (state.fateOf(requests.writer, attempt.sequence(), attempt.from())) {
            case APPLIED -> {
              know(state, false);
              applied(attempt);
            }
            case OPEN -> orGiveUp(attempt, () -> sendAgain(attempt));
            case LOST -> {
              know(state, false);
              queue.giveBack(attempt.increments());
              begin();
            }
            case FORGOTTEN -> {
              know(state, false);
              giveUp(attempt);
            }
          }
        });
  }

  private void orGiveUp(LinearAttempt attempt, Runnable again) {
    if (requests.retry.isOver(attempt.since())) {
      giveUp(attempt);
    } else {
      pause(again);
    }
  }

  private void giveUp(LinearAttempt attempt) {
    for (PendingIncrement one : attempt.increments()) {
      requests.meters.unknown.increment();
      answer(one, new OutcomeUnknown());
    }
    next();
  }

  private void know(LinearState state, boolean complete) {
    this.known = state;
    this.complete = complete;
    period.look(state.ids(), requests.clock.monotonicNanos());
  }

  private void applied(LinearAttempt attempt) {
    requests.meters.applied(attempt);
    answer(attempt.increments(), attempt.outcomes());
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

  private <T> void ask(
      Supplier<CompletionStage<T>> request, BiConsumer<@Nullable T, @Nullable Throwable> answer) {
    requests
        .ask(request)
        .whenComplete((value, failure) -> guarded(() -> answer.accept(value, failure)));
  }

  /** Runs a step of work. A defect fails all unanswered increments, but no later increments. */
  private void guarded(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException defect) {
      failAll(defect);
    }
  }

  private void failAll(Throwable defect) {
    known = null;
    busy = false;
    for (PendingIncrement one : queue.takeAllUnanswered()) {
      answered.accept(one, new OutcomeUnknown());
      one.answer().completeExceptionally(defect);
    }
  }

  private static Throwable reason(@Nullable Throwable failure) {
    return failure == null ? new IllegalStateException("no answer") : failure;
  }

  private void pause(Runnable then) {
    requests.pause(pauses++, () -> guarded(then));
  }

  /**
   * Refuses queued increments that have waited too long. This is safe because no attempt that may
   * still be applied has a queued increment.
   */
  private void expire() {
    Refusal why = contended ? Refusal.CONTENDED : Refusal.STORE_UNAVAILABLE;
    for (PendingIncrement late : queue.takeWhile(one -> requests.retry.isOver(one.since()))) {
      requests.meters.refused(why, late.events());
      answer(late, new Refused(why));
    }
  }

  private void answer(List<PendingIncrement> increments, List<IncrementOutcome> outcomes) {
    for (int i = 0; i < increments.size(); i++) {
      answer(increments.get(i), outcomes.get(i));
    }
  }

  private void answer(PendingIncrement increment, IncrementOutcome outcome) {
    if (outcome instanceof PastBound) {
      requests.meters.pastBound.increment();
    }
    answered.accept(increment, outcome);
    increment.answer().complete(outcome);
  }
}
