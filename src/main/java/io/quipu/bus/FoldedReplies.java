package io.quipu.bus;

import io.quipu.time.Turn;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.EventBus;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Serves {@link FoldedRequests} on one context, and folds the answers of a turn likewise. */
final class FoldedReplies<Q, R> {
  private final EventBus bus;
  private final Function<Q, CompletionStage<R>> handler;
  private final Function<Throwable, Throwable> failing;

  /** What goes back, by where to: there are as many as there are senders. */
  private final Map<String, Turn<Answer<Q, R>>> turns = new HashMap<>();

  /**
   * @param failing what a failure is told as
   */
  FoldedReplies(
      EventBus bus,
      Function<Q, CompletionStage<R>> handler,
      Function<Throwable, Throwable> failing) {
    this.bus = bus;
    this.handler = handler;
    this.failing = failing;
  }

  void serve(Answer.Requests<Q, R> requests) {
    Context context = Vertx.currentContext();
    Turn<Answer<Q, R>> turn =
        turns.computeIfAbsent(requests.replyTo(), replyTo -> turn(context, replyTo));
    for (Ticket<Q, R> ticket : requests.tickets()) {
      serve(ticket, context, turn);
    }
  }

  private Turn<Answer<Q, R>> turn(Context context, String replyTo) {
    return new Turn<>(
        new ContextScheduler(context),
        answers -> bus.send(replyTo, new Answer.Replies<>(answers), LocalCodec.DELIVERY));
  }

  private void serve(Ticket<Q, R> ticket, Context context, Turn<Answer<Q, R>> turn) {
    CompletionStage<R> reply;
    try {
      reply = handler.apply(ticket.request());
    } catch (RuntimeException defect) {
      turn.add(new Answer<>(ticket, null, failing.apply(defect)));
      return;
    }
    reply.whenComplete(
        (result, failure) -> {
          Answer<Q, R> answer = answer(ticket, result, failure);
          if (Vertx.currentContext() == context) {
            turn.add(answer);
          } else {
            context.runOnContext(here -> turn.add(answer));
          }
        });
  }

  private Answer<Q, R> answer(
      Ticket<Q, R> ticket, @Nullable R result, @Nullable Throwable failure) {
    return failure == null
        ? new Answer<>(ticket, result, null)
        : new Answer<>(ticket, null, failing.apply(failure));
  }
}
