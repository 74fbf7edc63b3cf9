package io.quipu.edge.live;

import io.quipu.edge.live.frames.CloseCode;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.windows.EventTime;
import io.quipu.service.access.Access;
import io.quipu.service.access.Denial;
import io.quipu.service.auth.Caller;
import io.quipu.service.failure.Reason;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks every few seconds whether a live connection may stay open, because its key or token is
 * valid, or its namespace is public. Once that is over, the connection ends within 30 s. Confined
 * to the context of its connection.
 */
final class CallerWatch {
  private static final Duration PAUSE = Duration.ofSeconds(8);
  private static final Duration RETRY = Duration.ofSeconds(2);

  /** The consecutive failed checks that end a connection, because its key may be deleted by now. */
  private static final int MOST_UNTOLD = 2;

  private final Scheduler scheduler;
  private final Clock clock;
  private final boolean needed;
  private final @Nullable EventTime expires;
  private final Supplier<? extends Future<?>> stillOpen;
  private final Consumer<CloseCode> over;
  private Scheduler.Cancellable next = () -> {};
  private int untold;
  private boolean ended;

  private CallerWatch(
      FeedContext context,
      boolean needed,
      @Nullable EventTime expires,
      Supplier<? extends Future<?>> stillOpen,
      Consumer<CloseCode> over) {
    this.scheduler = context.scheduler();
    this.clock = context.clock();
    this.needed = needed;
    this.expires = expires;
    this.stillOpen = stillOpen;
    this.over = over;
  }

  /**
   * Makes the watch of a key or token. The watch does nothing if callers need no key or token.
   *
   * @param over called with the reason when the connection must end; at most once
   */
  static CallerWatch of(FeedContext context, Caller caller, Consumer<CloseCode> over) {
    Access access = context.service().access();
    return new CallerWatch(
        context, access.isAsked(), caller.grant().expires(), () -> access.stillIs(caller), over);
  }

  /**
   * Makes the watch of a connection that is open to everybody while a namespace is public.
   *
   * @param over called with the reason when the connection must end; at most once
   */
  static CallerWatch ofEverybody(FeedContext context, String namespace, Consumer<CloseCode> over) {
    return new CallerWatch(
        context,
        true,
        null,
        () ->
            context
                .service()
                .administration()
                .isPublic(namespace)
                .compose(
                    open ->
                        open ? Future.succeededFuture() : Future.failedFuture(Denial.notPublic())),
        over);
  }

  void begin() {
    if (needed) {
      schedule(PAUSE);
    }
  }

  void end() {
    ended = true;
    next.cancel();
  }

  private void schedule(Duration pause) {
    next = scheduler.after(orExpiry(pause), this::look);
  }

  private Duration orExpiry(Duration pause) {
    if (expires == null) {
      return pause;
    }
    Duration left = Duration.between(clock.wall().instant(), expires.instant());
    return left.compareTo(pause) < 0 ? (left.isNegative() ? Duration.ZERO : left) : pause;
  }

  private void look() {
    stillOpen
        .get()
        .onComplete(
            found -> {
              if (ended) {
                return;
              }
              if (found.succeeded()) {
                untold = 0;
                schedule(PAUSE);
              } else if (isClosed(found.cause())) {
                over.accept(CloseCode.UNAUTHENTICATED);
              } else if (++untold == MOST_UNTOLD) {
                over.accept(CloseCode.TRY_AGAIN_LATER);
              } else {
                schedule(RETRY);
              }
            });
  }

  private static boolean isClosed(Throwable failure) {
    return failure instanceof ServiceFailure refusal
        && (refusal.reason().isUnauthenticated() || refusal.reason() == Reason.NOT_PUBLIC);
  }
}
