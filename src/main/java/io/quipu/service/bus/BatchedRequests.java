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
 * Requests of one context to one address. The requests of one turn of the event loop travel as one
 * message, and so do the replies. A message with a reply costs a timer, a handler, and a wake-up in
 * each direction, which is more than the cost of recording an event. Confined to the context that
 * is given at construction.
 *
 * @param <Q> the request
 * @param <R> the reply
 */
public final class BatchedRequests<Q, R> {
  private final Vertx vertx;
  private final EventBus bus;
  private final String address;
  private final String replyTo;
  private final long patienceNanos;
  private final Batcher<PendingRequest<Q, R>> batcher;

  /**
   * The requests in order until they are answered. An answered request stays while an earlier
   * request waits.
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
   * Sends a request at the end of this turn. The future fails with what {@link BusFailure#of}
   * reads. A timeout does not withdraw the request.
   *
   * @param span the span that the answer is a part of
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

  /** Sets one timer for all waiting requests, at the deadline of the first request. */
  private void watch() {
    PendingRequest<Q, R> first = waiting.peekFirst();
    if (first == null || watching) {
      return;
    }
    watching = true;
    long millis =
        TimeUnit.NANOSECONDS.toMillis(first.deadlineNanos() - System.nanoTime() + 999_999);
    vertx.setTimer(Math.max(1, millis), fired -> expire());
  }

  private void expire() {
    watching = false;
    long now = System.nanoTime();
    dropAnswered();
    // a listener may send a request during answer(), and answered requests may follow expired ones
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
