package io.quipu.live.feed;

import io.quipu.auth.Caller;
import io.quipu.counter.EventTime;
import io.quipu.http.access.Access;
import io.quipu.time.Clock;
import io.quipu.time.Scheduler;
import io.quipu.web.ProblemType;
import io.quipu.web.Rejection;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Looks every some seconds whether the key of a live connection still opens something, so that the
 * connection ends within 30 s of its key. Confined to the context of its connection.
 */
final class CallerWatch {
  private static final Duration PAUSE = Duration.ofSeconds(8);
  private static final Duration RETRY = Duration.ofSeconds(2);

  /** Looks in a row that could not be told; after so many nobody knows whether it was deleted. */
  private static final int MOST_UNTOLD = 2;

  private final Access access;
  private final Scheduler scheduler;
  private final Clock clock;
  private final Caller caller;
  private final Consumer<CloseCode> over;
  private Scheduler.Cancellable next = () -> {};
  private int untold;
  private boolean ended;

  /**
   * @param over told why the connection has to end, once
   */
  CallerWatch(FeedContext context, Caller caller, Consumer<CloseCode> over) {
    this.access = context.backend().access();
    this.scheduler = context.scheduler();
    this.clock = context.clock();
    this.caller = caller;
    this.over = over;
  }

  /** There is nothing to watch where nobody is asked who they are. */
  void begin() {
    if (access.isAsked()) {
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
    EventTime expires = caller.grant().expires();
    if (expires == null) {
      return pause;
    }
    Duration left = Duration.between(clock.wall().instant(), expires.instant());
    return left.compareTo(pause) < 0 ? (left.isNegative() ? Duration.ZERO : left) : pause;
  }

  private void look() {
    access
        .stillIs(caller)
        .onComplete(
            found -> {
              if (ended) {
                return;
              }
              if (found.succeeded()) {
                untold = 0;
                schedule(PAUSE);
              } else if (isNobody(found.cause())) {
                over.accept(CloseCode.UNAUTHENTICATED);
              } else if (++untold == MOST_UNTOLD) {
                over.accept(CloseCode.TRY_AGAIN_LATER);
              } else {
                schedule(RETRY);
              }
            });
  }

  private static boolean isNobody(Throwable failure) {
    return failure instanceof Rejection refusal
        && refusal.problem().type() == ProblemType.UNAUTHORIZED;
  }
}
