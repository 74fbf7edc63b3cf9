package io.quipu.client;

import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.List;
import java.util.Queue;

/**
 * One connection of a {@link LiveGroup}, made again whenever it is lost. Its state is guarded by
 * its lock; what comes of a connection that is not the present one any more is passed over.
 */
final class LiveConnection {
  /** The shortest time between two times that the service is asked on one connection. */
  private static final Duration AGAIN = Duration.ofSeconds(1);

  /** The status of what exceeds the rate of the caller. */
  private static final int TOO_MUCH = 429;

  private final LiveGroup<?> group;
  private LiveSubject subject;
  private @Nullable LiveSocket socket;
  private int failures;

  /**
   * The numbers of subscriptions to ask for again, one after the other: all at once may be too much
   * at once.
   */
  private final Queue<Integer> again = new ArrayDeque<>();

  /** Makes the next time not come at which one is asked for again; null while there is none. */
  private @Nullable Runnable askingAgain;

  private int refusals;

  LiveConnection(LiveGroup<?> group, LiveSubject subject) {
    this.group = group;
    this.subject = subject;
  }

  synchronized void open() {
    if (group.isClosed()) {
      return;
    }
    LiveSocket opened = new LiveSocket(this, group.timers, group.nextNumber());
    socket = opened;
    group
        .transport
        .webSocket(opened)
        .whenComplete(
            (webSocket, failure) -> {
              if (failure != null) {
                notOpened(opened, Transport.unwrapped(failure));
              }
            });
    group.timers.after(group.options.requestTimeout, opened::requireHello);
  }

  private void notOpened(LiveSocket which, Throwable failure) {
    if (failure instanceof WebSocketHandshakeException refused) {
      int status = refused.getResponse().statusCode();
      switch (status) {
        case 400, 401, 403, 404 -> {
          refused(new Problem("about:blank", "The live connection was refused", status, ""));
          return;
        }
        default -> {}
      }
      lost(
          which,
          refused
              .getResponse()
              .headers()
              .firstValue("Retry-After")
              .map(HttpAnswer::pause)
              .orElse(Duration.ZERO),
          new QuipuException("The live connection was answered " + status, refused));
      return;
    }
    lost(which, Duration.ZERO, group.transport.failed(failure, group.options.requestTimeout));
  }

  /** The service is there; it says how many counters one connection may follow. */
  void hello(LiveSocket which, int most) {
    LiveSubject rest;
    synchronized (this) {
      if (socket != which) {
        return;
      }
      rest = subject.beyond(most);
      subject = subject.within(most);
      refusals = 0;
      again.clear();
      if (askingAgain != null) {
        askingAgain.run();
        askingAgain = null;
      }
    }
    subscribe(which);
    if (rest != null) {
      group.connect(rest);
    }
  }

  private void subscribe(LiveSocket which) {
    LiveSubject asked;
    synchronized (this) {
      asked = subject;
    }
    asked.subscriptions().forEach(which::send);
  }

  /** The service has taken a subscription, and tells the counters that there are. */
  void subscribed(LiveSocket which) {
    boolean comesAndGoes;
    boolean waits;
    synchronized (this) {
      refusals = 0;
      waits = askingAgain != null;
      comesAndGoes = subject.comesAndGoes();
    }
    if (!waits) {
      askNext(which);
    }
    if (!comesAndGoes) {
      return;
    }
    group.timers.after(
        LiveGroup.UNTIL_NEWER,
        () -> {
          if (isPresent(which)) {
            group.readUntold(which.number());
          }
        });
  }

  private synchronized boolean isPresent(LiveSocket which) {
    return socket == which;
  }

  void received(LiveSocket which, JsonObject message) {
    if (isPresent(which)) {
      group.received(message, which.number());
    }
  }

  /**
   * There are counters that are not followed. Asked again, the service says why: for good where
   * they are too many, or for now where it has no room.
   */
  void more(LiveSocket which) {
    askAgain(which, 1, AGAIN);
  }

  /**
   * An answer for now. A connection that is of use stays: what it asks for within the rate of the
   * caller is taken sooner or later, and counters that are followed meanwhile go on.
   *
   * @param ref the number of the subscription, from 1; 0 for none
   * @param least the time before which the answer would be the same
   */
  void refusedForNow(LiveSocket which, Problem problem, int ref, Duration least) {
    boolean goesOn;
    synchronized (this) {
      boolean isOfUse =
          problem.status() == TOO_MUCH || (subject.comesAndGoes() && which.isServed());
      goesOn = isOfUse && ref >= 1 && ref <= subject.subscriptions().size();
    }
    if (goesOn) {
      askAgain(which, ref, least);
    } else {
      String why = "%d %s: %s".formatted(problem.status(), problem.title(), problem.detail());
      lost(which, least, new QuipuException(why, null));
    }
  }

  /** The last refusal of several says how long to wait. */
  private synchronized void askAgain(LiveSocket which, int ref, Duration least) {
    if (socket != which) {
      return;
    }
    if (!again.contains(ref)) {
      again.add(ref);
    }
    if (askingAgain == null) {
      refusals++;
    } else {
      askingAgain.run();
    }
    Duration pause = Collections.max(List.of(least, AGAIN, Backoff.after(refusals)));
    askingAgain = group.timers.after(pause, () -> askNext(which));
  }

  private void askNext(LiveSocket which) {
    String next;
    synchronized (this) {
      if (socket != which) {
        return;
      }
      askingAgain = null;
      Integer ref = again.poll();
      next = ref == null ? null : subject.subscriptions().get(ref - 1);
    }
    if (next != null) {
      which.send(next);
    }
  }

  /** An answer that would be the same again. */
  void refused(Problem problem) {
    group.failed(new ProblemException(problem));
  }

  /** Connects again after a while. */
  void lost(LiveSocket which, Duration least, QuipuException why) {
    Duration pause;
    synchronized (this) {
      if (socket != which) {
        return;
      }
      socket = null;
      failures = which.hasLasted() ? 1 : failures + 1;
      pause = Backoff.after(failures);
    }
    which.abort();
    group.lost(why);
    group.timers.after(pause.compareTo(least) > 0 ? pause : least, this::open);
  }

  void close() {
    LiveSocket last;
    synchronized (this) {
      last = socket;
      socket = null;
    }
    if (last != null) {
      last.close();
    }
  }
}
