package io.quipu.edge.live;

import io.quipu.edge.access.RequestAudit;
import io.quipu.edge.live.frames.CloseCode;
import io.quipu.edge.response.Problem;
import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.Limits;
import io.quipu.engine.time.Scheduler;
import io.quipu.ops.trace.Span;
import io.quipu.service.Asker;
import io.quipu.service.access.Audit;
import io.quipu.service.auth.Caller;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The caller of one WebSocket. A program can authenticate in the handshake. A page in a browser
 * cannot, so it authenticates in the first message. Confined to the context of its connection.
 */
final class SocketCaller {
  /** The time in which the client must authenticate, if the handshake did not. */
  static final Duration DEADLINE = Duration.ofSeconds(5);

  /** The maximum size of a message of an unknown caller, in bytes: enough for a key or token. */
  static final int STRANGERS_BYTES = 16 * 1024;

  private final FeedContext context;
  private final Opening opening;
  private final BiConsumer<CloseCode, String> ending;
  private final Promise<Caller> found = Promise.promise();
  private @Nullable Caller caller;
  private @Nullable CallerWatch watch;
  private Scheduler.Cancellable deadline = () -> {};
  private boolean asked;
  private boolean ended;

  /**
   * The contents of the handshake.
   *
   * @param caller the caller; null if the caller must still authenticate
   * @param foreignOrigin the origin of the page, if the key must allow this origin; else null
   * @param address the address of the client
   * @param request the id of the handshake request
   */
  record Opening(
      @Nullable Caller caller, @Nullable String foreignOrigin, String address, String request) {}

  /**
   * @param ending closes the connection, with a code and a reason
   */
  SocketCaller(FeedContext context, Opening opening, BiConsumer<CloseCode, String> ending) {
    this.context = context;
    this.caller = opening.caller();
    this.opening = opening;
    this.ending = ending;
  }

  void begin() {
    Caller known = caller;
    if (known == null) {
      deadline =
          context
              .scheduler()
              .after(DEADLINE, () -> refuse("Authenticate within " + DEADLINE.toSeconds() + " s"));
    } else {
      know(known);
    }
  }

  private void know(Caller known) {
    caller = known;
    CallerWatch begun =
        CallerWatch.of(
            context, known, code -> ending.accept(code, "The key or token opens nothing now"));
    watch = begun;
    begun.begin();
    found.tryComplete(known);
  }

  boolean isKnown() {
    return caller != null;
  }

  /** The maximum size of a message at present, in bytes. An unknown caller gets less memory. */
  int mostBytes() {
    return isKnown() ? Limits.MESSAGE_BYTES : STRANGERS_BYTES;
  }

  /** Tells whether the client has sent a key or token that is not, or not yet, accepted. */
  boolean isPending() {
    return asked && caller == null;
  }

  /**
   * Returns a future that completes once the caller is known. The future fails if the key or token
   * is not accepted or cannot be checked, or when the connection ends.
   */
  Future<Caller> found() {
    return found.future();
  }

  /** Returns the caller. Call only once the caller is known. */
  Caller get() {
    return Objects.requireNonNull(caller, "not known yet");
  }

  /**
   * Charges one message to the rate of the caller.
   *
   * @throws io.quipu.service.failure.ServiceFailure if the rate is exceeded
   */
  void charge() {
    context.service().access().rates().acquire(get(), opening.address(), 1);
  }

  /** The request of a message, for which the caller has paid 1. */
  Asker asker() {
    return new Asker(context.service().access().rates(), get(), opening.address(), "", Span.NONE);
  }

  /** Notes a problem in the audit, if the problem is a denial. */
  void note(Problem problem) {
    if (RequestAudit.isDenial(problem)) {
      Audit.denied(
          caller == null ? Caller.ANYONE : caller,
          opening.request(),
          problem.type().status(),
          problem.detail());
    }
  }

  /**
   * Looks up the caller of a message that authenticates, and returns the answer. Fails if the key
   * or token is not accepted or cannot be checked, or is not the first on this connection.
   */
  Future<String> authenticate(ClientMessage.Authenticate message) {
    if (!context.service().access().isAsked()) {
      return Future.succeededFuture(ServerMessage.authenticated(message.ref()));
    }
    if (asked || caller != null) {
      return Future.failedFuture(
          Rejection.invalid(
              ProblemType.INVALID_REQUEST,
              new InvalidInput("type", "this connection is authenticated already")));
    }
    asked = true;
    deadline.cancel();
    return context
        .service()
        .access()
        .find(message.token(), opening.foreignOrigin(), opening.address())
        .map(
            known -> {
              context.service().access().rates().release(opening.address());
              if (!ended) {
                know(known);
              }
              return ServerMessage.authenticated(message.ref());
            })
        .onFailure(this::notFound);
  }

  private void notFound(Throwable failure) {
    found.tryFail(failure);
    if (!(failure instanceof ServiceFailure refusal) || !refusal.reason().isOfTheCaller()) {
      ending.accept(CloseCode.TRY_AGAIN_LATER, "It cannot be told at present whose this is");
    }
  }

  /** Closes the connection, because the caller is not authenticated. */
  void refuse(String reason) {
    ending.accept(CloseCode.UNAUTHENTICATED, reason);
  }

  /** Ends the watch of the caller, because the connection is closed or is closing. */
  void end() {
    ended = true;
    deadline.cancel();
    if (watch != null) {
      watch.end();
    }
    found.tryFail("the connection has ended");
  }
}
