package io.quipu.service.bus;

import io.quipu.engine.time.Batcher;
import io.quipu.ops.trace.CurrentSpan;
import io.quipu.ops.trace.Span;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.EventBus;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Serves {@link BatchedRequests} on one context, and sends the outcomes in batches, too. */
final class BatchedReplies<Q, R> {
  private final EventBus bus;
  private final Function<Q, ? extends CompletionStage<? extends R>> handler;
  private final Function<Throwable, Throwable> failing;

  /** The batchers of outcomes, by the address to which a sender wants the outcomes. */
  private final Map<String, Batcher<RequestOutcome<Q, R>>> batchers = new HashMap<>();

  /**
   * @param failing turns a failure of the handler into the failure that the sender receives
   */
  BatchedReplies(
      EventBus bus,
      Function<Q, ? extends CompletionStage<? extends R>> handler,
      Function<Throwable, Throwable> failing) {
    this.bus = bus;
    this.handler = handler;
    this.failing = failing;
  }

  void serve(PendingRequest.Batch<Q, R> batch) {
    Context context = Vertx.currentContext();
    Batcher<RequestOutcome<Q, R>> batcher =
        batchers.computeIfAbsent(batch.replyTo(), replyTo -> batcher(context, replyTo));
    for (PendingRequest<Q, R> request : batch.requests()) {
      serve(request, context, batcher);
    }
  }

  private Batcher<RequestOutcome<Q, R>> batcher(Context context, String replyTo) {
    return new Batcher<>(
        new ContextScheduler(context),
        outcomes -> bus.send(replyTo, new RequestOutcome.Batch<>(outcomes), LocalCodec.DELIVERY));
  }

  private void serve(
      PendingRequest<Q, R> request, Context context, Batcher<RequestOutcome<Q, R>> batcher) {
    CompletionStage<? extends R> reply;
    try {
      Span span = request.span();
      reply =
          span.isRecorded()
              ? CurrentSpan.call(span, () -> handler.apply(request.request()))
              : handler.apply(request.request());
    } catch (RuntimeException defect) {
      batcher.add(new RequestOutcome<>(request, null, failing.apply(defect)));
      return;
    }
    reply.whenComplete(
        (result, failure) -> {
          RequestOutcome<Q, R> outcome = outcome(request, result, failure);
          if (Vertx.currentContext() == context) {
            batcher.add(outcome);
          } else {
            context.runOnContext(here -> batcher.add(outcome));
          }
        });
  }

  private RequestOutcome<Q, R> outcome(
      PendingRequest<Q, R> request, @Nullable R result, @Nullable Throwable failure) {
    return failure == null
        ? new RequestOutcome<>(request, result, null)
        : new RequestOutcome<>(request, null, failing.apply(failure));
  }
}
