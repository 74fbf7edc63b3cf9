package io.quipu.service.bus;

import io.quipu.engine.time.Batcher;
import io.quipu.ops.trace.Span;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Sends requests of one context to one address. All requests of one turn of the event loop are sent
 * in one message. All replies of one turn come back in one message. The reason: one message for
 * each request, with a reply, would cost a timer, a handler, and a wake-up in each direction. This
 * is more than the cost of recording an event. Confined to the context that is given at
 * construction.
 *
 * @param <Q> the type of the request
 * @param <R> the type of the reply
 */
public final class BatchedRequests<Q, R> {
  private final Vertx vertx;
  private final EventBus bus;
  private final String address;
  private final String replyTo;
  private final long patienceNanos;
  private final Batcher<PendingRequest<Q, R>> batcher;

  /**
   * The requests in the order of sending. Each message with replies removes the answered requests
   * at the front. The timer also removes the expired requests at the front. A request that could
   * not be sent is answered immediately, but is removed in the same way.
   */
  private final ArrayDeque<PendingRequest<Q, R>> waiting = new ArrayDeque<>();

  private boolean watching;

  BatchedRequests(Context context, String address, Duration patience) {
    this.vertx = context.owner();
    this.bus = vertx.eventBus();
    this.address = address;
    this.replyTo = address + ".replies." + UUID.randomUUID();
    this.patienceNanos = patience.toNanos();
    this.batcher = new Batcher<>(new ContextScheduler(context), this::send);
    bus.<RequestOutcome.Batch<Q, R>>localConsumer(replyTo, message -> replied(message.body()));
  }

  /**
   * Sends a request at the end of this turn. The future fails with a failure that {@link
   * BusFailure#of} classifies. After a timeout the handler may still serve the request.
   *
   * @param span the trace span in which the handler runs
   */
  public Future<R> request(Q request, Span span) {
    PendingRequest<Q, R> pending =
        new PendingRequest<>(request, System.nanoTime() + patienceNanos, span);
    waiting.addLast(pending);
    batcher.add(pending);
    watch();
    return pending.future();
  }

  private void send(List<PendingRequest<Q, R>> requests) {
    bus.<Object>sender(address, LocalCodec.DELIVERY)
        .write(new PendingRequest.Batch<>(replyTo, requests))
        .onFailure(unsent -> requests.forEach(pending -> pending.answer(null, unsent)));
  }

  private void replied(RequestOutcome.Batch<Q, R> batch) {
    for (RequestOutcome<Q, R> outcome : batch.outcomes()) {
      outcome.request().answer(outcome.reply(), outcome.failure());
    }
    dropAnswered();
  }

  private void dropAnswered() {
    for (PendingRequest<Q, R> first = waiting.peekFirst();
        first != null && first.isAnswered();
        first = waiting.peekFirst()) {
      waiting.removeFirst();
    }
  }

  /** Sets a timer for the deadline of the first waiting request, unless a timer is set. */
  private void watch() {
    PendingRequest<Q, R> first = waiting.peekFirst();
    if (first == null || watching) {
      return;
    }
    watching = true;
    // rounded up, so that the timer does not fire before the deadline
    long millis =
        TimeUnit.NANOSECONDS.toMillis(first.deadlineNanos() - System.nanoTime() + 999_999);
    vertx.setTimer(Math.max(1, millis), fired -> expire());
  }

  private void expire() {
    watching = false;
    long now = System.nanoTime();
    dropAnswered();
    // The request is removed before answer(), because a listener may send a new request in
    // answer(). dropAnswered() is called again below, because answered requests may stand behind
    // the expired ones.
    for (PendingRequest<Q, R> first = waiting.peekFirst();
        first != null && first.deadlineNanos() - now <= 0;
        first = waiting.peekFirst()) {
      waiting.removeFirst();
      first.answer(null, new ReplyException(ReplyFailure.TIMEOUT, "no reply from " + address));
    }
    dropAnswered();
    watch();
  }
}
