package io.quipu.engine.kinds.sketch;

import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import io.quipu.engine.kinds.sketch.state.SketchState;
import io.quipu.engine.kinds.sketch.state.SketchType;
import io.quipu.engine.names.DerivedName;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.writer.Confirmation;
import io.quipu.ops.trace.CurrentSpan;
import io.quipu.ops.trace.Span;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The values of one counter that one incarnation has seen. Updates queue while a write of the state
 * is in flight. The next write contains the queued updates, up to a bound. Confined to one context.
 *
 * <p>Invariants. Each write has a later sequence than all earlier writes, and contains all values
 * of the earlier writes. An update is acknowledged only when a write that contains the update is
 * durable, and the lease held after that write. Where writers confirm, the confirmation is also
 * after that write. An update in the state may be in a write, so its outcome is never "refused". An
 * update in the queue is in no write. While the lease holds, the state leaves memory only if its
 * last write is durable. The shard is announced, and the counter named, before its first write.
 */
final class SketchShard {
  private final DerivedName name;
  private final SketchType type;
  private final SketchWriter writer;
  private final Listener listener;
  private final ArrayDeque<PendingUpdate> queue = new ArrayDeque<>();

  /** The updates whose values are in the state, and which are not answered yet. */
  private final ArrayDeque<PendingUpdate> folded = new ArrayDeque<>();

  /** The state; null until it is loaded. */
  private @Nullable SketchState state;

  private long sequence;
  private boolean announced;
  private boolean dirty;
  private boolean busy;
  private int pauses;

  /** The long pause before the next write of a dirty state that no caller waits for. */
  private Scheduler.@Nullable Cancellable rest;

  /** Listens to one shard. */
  interface Listener {
    /** Takes the outcome of an update before the caller gets the outcome. */
    void answered(PendingUpdate update, RecordOutcome outcome);

    /** Takes the size of the state as it will be stored, before each write. */
    void stored(int bytes);
  }

  SketchShard(DerivedName name, SketchType type, SketchWriter writer, Listener listener) {
    this.name = name;
    this.type = type;
    this.writer = writer;
    this.listener = listener;
  }

  void add(PendingUpdate update) {
    queue.addLast(update);
    if (rest != null) {
      rest.cancel();
      rest = null;
    } else if (busy) {
      return;
    }
    busy = true;
    guarded(this::next);
  }

  /** Tells whether no caller waits, and all values are durable or the lease has ended. */
  boolean isIdle() {
    return !busy;
  }

  private void next() {
    if (!writer.holds()) {
      lapse();
      return;
    }
    expire();
    if (queue.isEmpty() && !dirty) {
      busy = false;
    } else if (CurrentSpan.isUsed()) {
      CurrentSpan.run(work(), this::goOn);
    } else {
      goOn();
    }
  }

  /** The span of the work for all callers that wait. */
  private Span work() {
    return Span.ofAll(
        Stream.concat(folded.stream(), queue.stream()).map(PendingUpdate::work).toList());
  }

  private void goOn() {
    if (state == null) {
      load();
    } else if (!announced) {
      announce();
    } else if (sequence == 0 && !writer.mayBegin(name)) {
      refuseAll();
    } else {
      fold(state);
      write(state);
    }
  }

  /** Loads the state and its sequence. A write with an earlier sequence would have no effect. */
  private void load() {
    if (!writer.mayBeStored()) {
      state = type.empty();
      next();
      return;
    }
    ask(
        () -> writer.shared.store().shard(name, writer.number()),
        (found, failure) -> {
          if (found == null) {
            unavailable(failure);
          } else if (found.isPresent()) {
            state = SketchState.of(type, found.get().state());
            sequence = found.get().sequence();
            announced = true;
            next();
          } else {
            state = type.empty();
            next();
          }
        });
  }

  /** Refuses updates of a window that may have been read as final. None is in a write. */
  private void refuseAll() {
    while (!queue.isEmpty()) {
      refuse(queue.removeFirst(), Refusal.STORE_UNAVAILABLE);
    }
    next();
  }

  private void announce() {
    ask(
        () -> writer.announce(name),
        (outcome, failure) -> {
          announced = outcome == WriteOutcome.WRITTEN;
          if (announced) {
            next();
          } else {
            unavailable(failure);
          }
        });
  }

  private void fold(SketchState into) {
    int events = 0;
    for (PendingUpdate first = queue.peekFirst(); first != null; first = queue.peekFirst()) {
      events += first.events();
      if (events > writer.shared.settings().eventsPerWrite() && events > first.events()) {
        break;
      }
      folded.addLast(queue.removeFirst());
      dirty = true;
      first.values().forEach(into::add);
    }
  }

  private void write(SketchState from) {
    ByteBuffer blob = from.blob(type);
    listener.stored(blob.remaining());
    sequence++;
    Shard shard = new Shard(sequence, blob);
    Supplier<CompletionStage<WriteOutcome>> write =
        () -> writer.shared.store().write(name, writer.number(), shard);
    if (isAwaited()) {
      ask(write, this::written);
    } else if (!writer.shared.requests().askUnawaited(write, answering(this::written))) {
      rest();
    }
  }

  private void written(@Nullable WriteOutcome outcome, @Nullable Throwable failure) {
    if (outcome == WriteOutcome.WRITTEN) {
      dirty = false;
      pauses = 0;
      confirm();
    } else {
      writer.shared.meters().retries.increment();
      unavailable(failure);
    }
  }

  private <T> void ask(
      Supplier<CompletionStage<T>> request, BiConsumer<@Nullable T, @Nullable Throwable> answer) {
    writer.shared.requests().ask(pauses > 0, request).whenComplete(answering(answer));
  }

  /** Asks for the right to acknowledge, after all folded updates are durable. */
  private void confirm() {
    writer.confirm(right -> guarded(() -> confirmed(right)));
  }

  private void confirmed(Confirmation.Right right) {
    switch (right) {
      case HELD -> acknowledge();
      case LOST -> lapse();
      case UNKNOWN -> {
        expire();
        pause(folded.isEmpty() ? this::next : this::confirm);
      }
    }
  }

  private void acknowledge() {
    pauses = 0;
    List<PendingUpdate> durable = List.copyOf(folded);
    folded.clear();
    writer
        .shared
        .meters()
        .recorded(
            durable.stream().mapToLong(PendingUpdate::counted).sum(),
            durable.stream().mapToLong(PendingUpdate::events).sum());
    RecordOutcome recorded = new Recorded(writer.at());
    durable.forEach(update -> answer(update, recorded));
    next();
  }

  /**
   * Answers the updates that have waited longer than the patience. An update that is in no write is
   * refused. The outcome of an update that may be in a write is unknown.
   */
  private void expire() {
    while (!queue.isEmpty() && writer.retry.isOver(queue.peekFirst().since())) {
      refuse(queue.removeFirst(), Refusal.STORE_UNAVAILABLE);
    }
    while (!folded.isEmpty() && writer.retry.isOver(folded.peekFirst().since())) {
      giveUp(folded.removeFirst());
    }
  }

  private boolean isAwaited() {
    return !queue.isEmpty() || !folded.isEmpty();
  }

  /** Answers all updates, because without its lease this incarnation never acknowledges again. */
  private void lapse() {
    busy = false;
    List<PendingUpdate> inDoubt = List.copyOf(folded);
    folded.clear();
    List<PendingUpdate> waiting = List.copyOf(queue);
    queue.clear();
    inDoubt.forEach(this::giveUp);
    waiting.forEach(update -> refuse(update, Refusal.NO_LEASE));
  }

  private void refuse(PendingUpdate update, Refusal why) {
    writer.shared.meters().refused(why, update.counted());
    answer(update, new Refused(why));
  }

  private void giveUp(PendingUpdate update) {
    writer.shared.meters().unknown.increment(update.counted() > 0 ? 1 : 0);
    answer(update, new OutcomeUnknown());
  }

  private void answer(PendingUpdate update, RecordOutcome outcome) {
    listener.answered(update, outcome);
    update.answer().complete(outcome);
  }

  /** Tries again later if the store was unavailable. After a defect, fails all updates. */
  private void unavailable(@Nullable Throwable failure) {
    if (failure != null && !StoreUnavailable.caused(failure)) {
      fail(failure);
    } else {
      expire();
      retry();
    }
  }

  private void retry() {
    if (isAwaited() || !dirty) {
      pause(this::next);
    } else {
      rest();
    }
  }

  /** Delays the write of a state that no caller waits for. A new update ends the delay. */
  private void rest() {
    rest =
        writer.rest(
            name,
            pauses++,
            () -> {
              rest = null;
              guarded(this::next);
            });
  }

  private void pause(Runnable then) {
    writer.retry.pause(pauses++, () -> guarded(then));
  }

  private <T> BiConsumer<@Nullable T, @Nullable Throwable> answering(
      BiConsumer<@Nullable T, @Nullable Throwable> answer) {
    return (value, failure) -> guarded(() -> answer.accept(value, failure));
  }

  /** Runs some work. A defect fails all updates that wait; the next update starts the work anew. */
  private void guarded(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException defect) {
      fail(defect);
    }
  }

  private void fail(Throwable defect) {
    List<PendingUpdate> all = new ArrayList<>(folded);
    all.addAll(queue);
    folded.clear();
    queue.clear();
    for (PendingUpdate update : all) {
      listener.answered(update, new OutcomeUnknown());
      update.answer().completeExceptionally(defect);
    }
    busy = dirty;
    if (dirty) {
      retry();
    }
  }
}
