package io.quipu.edge.live;

import io.quipu.edge.counters.SeriesInput;
import io.quipu.edge.guard.body.ByteBudget;
import io.quipu.edge.live.frames.CloseCode;
import io.quipu.edge.response.Problem;
import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.web.ReceivedValue;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.keys.Right;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.service.AwaitedVerdicts;
import io.quipu.service.CounterService;
import io.quipu.service.access.Permissions;
import io.quipu.service.rates.Prices;
import io.vertx.core.Future;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The protocol of one WebSocket: the messages of its client, and the answers. Subscriptions change
 * in the order of the messages. Messages that record run at the same time, and each is answered
 * when it completes. Confined to the context of its connection.
 */
final class LiveProtocol {
  /** Bytes that a request takes from the budget besides its text, until the answer. */
  private static final long REQUEST_BYTES = 1_024;

  /** The connection to the client. */
  interface Peer {
    void say(String text);

    /** Closes the connection. The client gets no more texts. */
    void close(CloseCode code, String reason);

    /** Notes that one of the requests under way was answered. */
    void answered();
  }

  private final FeedContext context;
  private final Subscriptions subscriptions;
  private final SocketCaller caller;
  private final Peer peer;
  private final BadMessages bad;
  private final FollowedPrefixes prefixes;
  private final SerialQueue changes = new SerialQueue();
  private int underWay;
  private boolean ended;

  LiveProtocol(FeedContext context, Subscriptions subscriptions, SocketCaller caller, Peer peer) {
    this.context = context;
    this.subscriptions = subscriptions;
    this.caller = caller;
    this.peer = peer;
    this.bad = new BadMessages(context.clock());
    this.prefixes = new FollowedPrefixes(context, subscriptions, this::say);
  }

  /** Sends the first message to the client. */
  void begin() {
    peer.say(ServerMessage.hello(context.settings().ping()));
  }

  /**
   * Follows a counter without a message of the client.
   *
   * @throws Rejection if the connection or the instance has too many subscriptions
   */
  void follow(KnownCounter counter) {
    LiveProblems.require(subscriptions.subscribe(Set.of(counter), Duration.ZERO));
  }

  /**
   * Follows a counter once the caller is known. Fails if the caller is refused or may not read the
   * counter, if the lookup of the namespace fails, or if there are too many subscriptions.
   */
  Future<Void> followOnceKnown(CounterName counter, SeriesInput series) {
    return caller
        .found()
        .compose(
            known -> {
              Permissions.require(known, Right.READ, counter);
              caller.charge();
              caller.asker().pay(counter.namespace(), series.priceOfFollowing());
              return context
                  .service()
                  .namespaces()
                  .use(
                      counter,
                      found -> {
                        if (!ended) {
                          follow(series.followed(found));
                        }
                        return Future.<Void>succeededFuture();
                      });
            });
  }

  private void say(String text) {
    if (!ended) {
      peer.say(text);
    }
  }

  /** The number of requests under way. */
  int underWay() {
    return underWay;
  }

  /** Ends all subscriptions, because the connection is closed or is closing. */
  void end() {
    ended = true;
    prefixes.end();
    subscriptions.close();
  }

  void hear(ByteBuffer text) {
    ClientMessage message;
    try {
      message = ClientMessageInput.parse(text);
    } catch (InvalidInput finding) {
      OptionalLong ref = RefInput.find(text);
      refuse(
          ref.isPresent() ? ref.getAsLong() : null,
          Rejection.invalid(ProblemType.INVALID_REQUEST, ReceivedValue.saidIn(finding, text)));
      return;
    }
    serve(message, text.remaining() + REQUEST_BYTES);
  }

  private void serve(ClientMessage message, long bytes) {
    if (message instanceof ClientMessage.Authenticate authenticate) {
      request(authenticate.ref(), bytes, () -> caller.authenticate(authenticate));
    } else if (message instanceof ClientMessage.Ping ping) {
      peer.say(ServerMessage.pong(ping.ref()));
    } else if (!(message instanceof ClientMessage.Pong)) {
      ask(message, bytes);
    }
  }

  /**
   * Takes a request that needs a known caller. A client may send such requests right after its key
   * or token: the requests wait for the lookup. Without a key or token, the connection is closed.
   */
  private void ask(ClientMessage message, long bytes) {
    if (caller.isKnown()) {
      request(message.ref(), bytes, () -> step(message));
    } else if (caller.isPending()) {
      request(message.ref(), bytes, () -> caller.found().compose(known -> step(message)));
    } else {
      caller.refuse("The first message must be of type authenticate");
    }
  }

  private Future<String> step(ClientMessage message) {
    caller.charge();
    if (message instanceof ClientMessage.Subscribe subscribe) {
      return changes.next(() -> subscribe(subscribe));
    } else if (message instanceof ClientMessage.SubscribePrefix subscribe) {
      return changes.next(() -> subscribe(subscribe));
    } else if (message instanceof ClientMessage.UnsubscribePrefix unsubscribe) {
      return changes.next(() -> prefixes.unsubscribe(unsubscribe));
    } else if (message instanceof ClientMessage.Unsubscribe unsubscribe) {
      return changes.next(() -> unsubscribe(unsubscribe));
    } else if (message instanceof ClientMessage.Recording recording) {
      return record(recording);
    }
    throw new IllegalArgumentException("no answer to " + message);
  }

  private Future<String> subscribe(ClientMessage.SubscribePrefix message) {
    String namespace = message.prefix().namespace();
    Permissions.require(
        caller.get().may(Right.READ, namespace, message.prefix().prefix()), Right.READ);
    caller.asker().pay(namespace, Prices.PREFIX);
    return prefixes.subscribe(message);
  }

  /**
   * Demands that the caller may read all counters. Called before the lookup of the namespace, so
   * that a caller without the right does not learn whether the namespace exists.
   */
  private void requireRead(Iterable<CounterName> counters) {
    counters.forEach(counter -> Permissions.require(caller.get(), Right.READ, counter));
  }

  private Future<String> subscribe(ClientMessage.Subscribe message) {
    requireRead(message.counters());
    caller
        .asker()
        .pay(message.namespace(), message.counters().size() * message.series().priceOfFollowing());
    return context
        .service()
        .namespaces()
        .use(message.namespace(), found -> subscribe(message, found));
  }

  private Future<String> subscribe(ClientMessage.Subscribe message, Namespace namespace) {
    if (!ended) {
      List<KnownCounter> counters =
          message.counters().stream()
              .map(counter -> message.series().followed(new KnownCounter(counter, namespace)))
              .toList();
      LiveProblems.require(subscriptions.subscribe(counters, message.minInterval()));
    }
    return Future.succeededFuture(ServerMessage.subscribed(message.ref()));
  }

  private Future<String> unsubscribe(ClientMessage.Unsubscribe message) {
    // nothing of the namespace is read
    caller.asker().pay("", message.counters().size());
    if (message.series().isNone()) {
      subscriptions.unsubscribe(message.counters());
      return Future.succeededFuture(ServerMessage.unsubscribed(message.ref()));
    }
    requireRead(message.counters());
    return context
        .service()
        .namespaces()
        .use(
            message.namespace(),
            found -> {
              subscriptions.unsubscribe(
                  message.counters().stream()
                      .map(counter -> message.series().followed(new KnownCounter(counter, found)))
                      .map(followed -> followed.name().named())
                      .toList());
              return Future.succeededFuture(ServerMessage.unsubscribed(message.ref()));
            });
  }

  private Future<String> record(ClientMessage.Recording message) {
    return context
        .service()
        .records()
        .admit(
            caller.asker(),
            message.counter(),
            List.of(message.draft()),
            events -> events.accept(message.confirmed()))
        .compose(recording -> record(message, recording));
  }

  private Future<String> record(ClientMessage.Recording message, Recording recording) {
    CounterService service = context.service();
    return message.confirmed()
        ? AwaitedVerdicts.begin(service)
            .verdicts(
                recording,
                service.records().record(recording),
                (done, verdicts) ->
                    ServerMessage.recorded(message.ref(), done.at(), verdicts.get(0)))
        : service
            .records()
            .record(recording)
            .map(done -> ServerMessage.recorded(message.ref(), done));
  }

  /**
   * @param bytes the bytes to take from the budget until the request is answered
   */
  private void request(@Nullable Long ref, long bytes, Supplier<Future<String>> step) {
    if (!context.budget().take(ByteBudget.Use.MESSAGE, bytes)) {
      refuse(ref, LiveProblems.tooMuch());
      return;
    }
    underWay++;
    SerialQueue.begun(step)
        .onComplete(
            done -> {
              underWay--;
              context.budget().giveBack(bytes);
              if (ended) {
                return;
              }
              if (done.succeeded()) {
                peer.say(done.result());
              } else {
                refuse(ref, LiveProblems.of(done.cause()));
              }
              peer.answered();
            });
  }

  private void refuse(@Nullable Long ref, Rejection refusal) {
    Problem problem = refusal.problem();
    caller.note(problem);
    peer.say(ServerMessage.error(ref, refusal));
    if (problem.type() == ProblemType.UNAUTHORIZED) {
      caller.refuse(problem.type().title());
    } else if (problem.type().status() == 403) {
      peer.close(CloseCode.NOT_ALLOWED, ProblemType.FORBIDDEN.title());
    } else if (problem.type().status() < 500 && bad.isStreamWithOneMore()) {
      if (problem.type() == ProblemType.RATE_LIMITED) {
        peer.close(CloseCode.TOO_MANY, problem.type().title());
      } else {
        peer.close(CloseCode.BAD_MESSAGES, "Too many bad messages");
      }
    }
  }
}
