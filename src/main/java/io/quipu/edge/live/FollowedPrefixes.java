package io.quipu.edge.live;

import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.answer.Feature;
import io.quipu.engine.live.LiveMessages.CounterList;
import io.quipu.engine.names.Namespace;
import io.quipu.service.bus.BusFailure;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * The prefixes that the client of one WebSocket follows. Confined to the context of its connection.
 */
final class FollowedPrefixes {
  private final FeedContext context;
  private final Subscriptions subscriptions;
  private final Consumer<String> say;
  private boolean ended;

  /**
   * @param say sends a message to the client
   */
  FollowedPrefixes(FeedContext context, Subscriptions subscriptions, Consumer<String> say) {
    this.context = context;
    this.subscriptions = subscriptions;
    this.say = say;
  }

  /** Unfollows all prefixes, because the connection is closed or is closing. */
  void end() {
    ended = true;
    subscriptions.prefixes().forEach(context.prefixes()::unfollow);
  }

  Future<String> subscribe(ClientMessage.SubscribePrefix message) {
    return context
        .service()
        .namespaces()
        .find(message.prefix().namespace())
        .compose(found -> ended ? subscribed(message) : begin(message, found));
  }

  private static Future<String> subscribed(ClientMessage.SubscribePrefix message) {
    return Future.succeededFuture(ServerMessage.subscribed(message.ref()));
  }

  private Future<String> begin(ClientMessage.SubscribePrefix message, Namespace namespace) {
    try {
      context.service().kinds().of(namespace).require(Feature.LISTS);
    } catch (InvalidInput finding) {
      return Future.failedFuture(Rejection.invalid(ProblemType.INVALID_REQUEST, finding));
    }
    PrefixSubscription before = subscriptions.of(message.prefix());
    PrefixSubscription prefix =
        before != null
            ? before
            : new PrefixSubscription(
                message.prefix(),
                namespace,
                subscriptions,
                () -> say.accept(ServerMessage.more(message.prefix())));
    if (before == null && !subscriptions.add(prefix)) {
      return Future.failedFuture(LiveProblems.tooManyPrefixes());
    }
    return Future.fromCompletionStage(context.prefixes().follow(prefix))
        .recover(failure -> Future.failedFuture(unlisted(failure)))
        .compose(
            list -> {
              if (ended) {
                return subscribed(message);
              }
              follow(prefix, list, message.minInterval());
              return subscribed(message);
            })
        .onFailure(
            refused -> {
              if (before == null) {
                remove(prefix);
              }
            });
  }

  private static void follow(PrefixSubscription prefix, CounterList list, Duration minInterval) {
    if (list.more()) {
      throw LiveProblems.tooManyOfPrefix();
    }
    Subscriptions.Outcome outcome = prefix.begin(list.names(), minInterval);
    if (outcome == Subscriptions.Outcome.TOO_MANY) {
      throw LiveProblems.tooManyOfPrefix();
    }
    LiveProblems.require(outcome);
  }

  Future<String> unsubscribe(ClientMessage.UnsubscribePrefix message) {
    PrefixSubscription prefix = subscriptions.of(message.prefix());
    if (prefix != null) {
      remove(prefix);
    }
    return Future.succeededFuture(ServerMessage.unsubscribed(message.ref()));
  }

  private void remove(PrefixSubscription prefix) {
    context.prefixes().unfollow(prefix);
    subscriptions.remove(prefix);
  }

  private static Throwable unlisted(Throwable failure) {
    return switch (BusFailure.of(failure)) {
      case DEFECT -> failure;
      case BUSY -> Rejection.of(ProblemType.QUEUE_FULL, "This instance follows too many prefixes.");
      default -> Rejection.of(ProblemType.UNAVAILABLE, "The counters cannot be listed at present.");
    };
  }
}
