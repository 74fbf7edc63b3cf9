package io.quipu.client;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Events that wait to be sent, and which of them go together. Every event that was added is in
 * {@code unanswered} until it has ended. Guarded by its own lock; futures end outside of it.
 */
final class Outbox {
  private final ClientOptions options;
  private final Transport transport;
  private final Remembered remembered;
  private final Timers timers;
  private final Deque<Pending> waiting = new ArrayDeque<>();
  private final Map<CounterRef, Pending> growing = new HashMap<>();
  private final Set<Pending> unanswered = new LinkedHashSet<>();
  private final CompletableFuture<Void> emptied = new CompletableFuture<>();
  private long waitingBytes;
  private int added;
  private int underWay;
  private boolean lingering;
  private boolean flushing;
  private boolean closed;
  private boolean abandoned;

  /** The events that have ended in doubt since the outbox was closed. */
  private final List<Recordable> doubts = new ArrayList<>();

  private long notBefore = System.nanoTime();

  Outbox(Transport transport, Remembered remembered) {
    this.remembered = remembered;
    this.options = transport.options;
    this.transport = transport;
    this.timers = transport.timers;
  }

  /**
   * Takes an event.
   *
   * @param named whether its id is the caller's own
   */
  CompletableFuture<Void> add(Recordable event, boolean named) {
    CompletableFuture<Void> future = new CompletableFuture<>();
    add(event, named, Waiter.of(future));
    return future;
  }

  /** Takes an event whose answer has the value after it. */
  CompletableFuture<Incremented> add(Increment increment) {
    CompletableFuture<Incremented> future = new CompletableFuture<>();
    add(increment, true, Waiter.ofValue(increment, future));
    return future;
  }

  private void add(Recordable event, boolean named, Waiter waiter) {
    QuipuException refusal = taken(event, named, waiter);
    if (refusal != null) {
      waiter.failed(refusal);
    }
  }

  /** Takes an event, or says why not. */
  private @Nullable QuipuException taken(Recordable event, boolean named, Waiter waiter) {
    List<Delivery> due;
    synchronized (this) {
      if (closed) {
        return new ClosedException();
      }
      if (added >= options.waiting) {
        return new FullException(options.waiting);
      }
      added++;
      if (!absorbed(event, named, waiter)) {
        append(event, named, waiter);
      }
      due = due(false);
    }
    due.forEach(Delivery::begin);
    return null;
  }

  private boolean absorbed(Recordable recordable, boolean named, Waiter waiter) {
    if (named || !options.coalesce || !(recordable instanceof Event event)) {
      return false;
    }
    Pending same = growing.get(new CounterRef(event.namespace(), event.counter()));
    return same != null && same.absorb(event, waiter);
  }

  private void append(Recordable event, boolean named, Waiter waiter) {
    Pending pending = new Pending(event, System.nanoTime() + options.giveUp.toNanos(), waiter);
    waiting.add(pending);
    waitingBytes += pending.bytes();
    unanswered.add(pending);
    if (!named && options.coalesce) {
      growing.put(pending.counter(), pending);
    }
  }

  /** Makes up what may be sent now. */
  private List<Delivery> due(boolean lingered) {
    List<Delivery> due = new ArrayList<>();
    boolean all = lingered || flushing || options.linger.isZero();
    while (!waiting.isEmpty() && underWay < options.inFlight && (all || isFull())) {
      underWay++;
      due.add(new Delivery(this, transport, nextBatch()));
    }
    if (!waiting.isEmpty() && !lingering && underWay < options.inFlight) {
      lingering = true;
      timers.after(options.linger, this::lingered);
    }
    return due;
  }

  private boolean isFull() {
    return waiting.size() >= options.batchEvents
        || waitingBytes >= options.batchBytes
        // it waits for nobody
        || waiting.element().isAlone();
  }

  private List<Pending> nextBatch() {
    List<Pending> batch = new ArrayList<>();
    long bytes = 2;
    for (Pending next = waiting.peek();
        next != null && (batch.isEmpty() || isRoomFor(next, batch, bytes));
        next = waiting.peek()) {
      waiting.remove();
      growing.remove(next.counter(), next);
      waitingBytes -= next.bytes();
      bytes += next.bytes();
      batch.add(next);
    }
    return batch;
  }

  private boolean isRoomFor(Pending next, List<Pending> batch, long bytes) {
    return batch.size() < options.batchEvents
        && bytes + next.bytes() <= options.batchBytes
        && !next.isAlone()
        && !batch.get(0).isAlone();
  }

  private void lingered() {
    List<Delivery> due;
    synchronized (this) {
      lingering = false;
      due = due(true);
    }
    due.forEach(Delivery::begin);
  }

  /** Sends the events that have waited while all requests were under way. */
  void finished() {
    List<Delivery> due;
    synchronized (this) {
      underWay--;
      due = due(true);
    }
    due.forEach(Delivery::begin);
  }

  /**
   * Makes room for others, then tells those who wait, unless they were told by {@link #abandon}.
   */
  void ended(List<Pending.Ending> endings) {
    if (endings.isEmpty()) {
      return;
    }
    List<Pending.Ending> told;
    boolean empty;
    synchronized (this) {
      told = remove(endings);
      empty = closed && unanswered.isEmpty();
    }
    // callers may block, or add more: neither on a thread that is needed here
    timers
        .executor()
        .execute(
            () -> {
              told.forEach(Pending.Ending::tell);
              if (empty) {
                emptied.complete(null);
              }
            });
  }

  /** Removes those of the endings that had none before. */
  private List<Pending.Ending> remove(List<Pending.Ending> endings) {
    List<Pending.Ending> first = new ArrayList<>(endings.size());
    for (Pending.Ending ending : endings) {
      if (unanswered.remove(ending.event())) {
        added -= ending.event().added();
        first.add(ending);
        if (closed && ending.isInDoubt()) {
          doubts.add(ending.event().event());
        }
      }
    }
    return first;
  }

  Remembered remembered() {
    return remembered;
  }

  /**
   * Begins an attempt, unless nothing is to be sent any more: under the lock of {@link #abandon},
   * which so either sees the attempt, or is before it and keeps it from being made.
   */
  synchronized boolean beginAttempt(List<Pending> events) {
    if (abandoned) {
      return false;
    }
    events.forEach(Pending::beginAttempt);
    return true;
  }

  synchronized void holdBack(Duration pause) {
    notBefore = Math.max(notBefore - System.nanoTime(), pause.toNanos()) + System.nanoTime();
  }

  /** From now. */
  synchronized Duration heldBack() {
    return Duration.ofNanos(Math.max(0, notBefore - System.nanoTime()));
  }

  /** Takes nothing more, and sends what waits; done when all have ended. */
  CompletableFuture<Void> flush() {
    List<Delivery> due;
    boolean empty;
    synchronized (this) {
      closed = true;
      flushing = true;
      empty = unanswered.isEmpty();
      due = due(true);
    }
    due.forEach(Delivery::begin);
    if (empty) {
      emptied.complete(null);
    }
    return emptied;
  }

  /** Ends those without an answer; what is in doubt of all that had none when it was closed. */
  List<Recordable> abandon() {
    List<Pending.Ending> left;
    List<Recordable> inDoubt;
    synchronized (this) {
      abandoned = true;
      left = remove(unanswered.stream().map(Pending::givenUp).toList());
      waiting.clear();
      inDoubt = List.copyOf(doubts);
      doubts.clear();
    }
    left.forEach(Pending.Ending::tell);
    emptied.complete(null);
    return inDoubt;
  }
}
