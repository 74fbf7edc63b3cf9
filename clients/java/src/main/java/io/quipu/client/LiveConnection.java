package io.quipu.client;

import java.net.http.WebSocketHandshakeException;
import java.time.Duration;

/**
 * One connection of a {@link LiveGroup}, made again whenever it is lost. Its state is guarded by
 * its lock; what comes of a connection that is not the present one any more is passed over.
 */
final class LiveConnection {
  /** The shortest time between two times that the service is asked on one connection. */
  private static final Duration AGAIN = Duration.ofSeconds(1);

  private final LiveGroup<?> group;
  private LiveSubject subject;
  private @Nullable LiveSocket socket;
  private int failures;
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
    synchronized (this) {
      refusals = 0;
      if (!subject.comesAndGoes()) {
        return;
      }
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
    Duration pause;
    synchronized (this) {
      refusals++;
      pause = Backoff.after(refusals);
    }
    group.timers.after(pause.compareTo(AGAIN) > 0 ? pause : AGAIN, () -> subscribe(which));
  }

  /** An answer for now. Counters that are followed meanwhile go on. */
  void refusedForNow(LiveSocket which, QuipuException why) {
    boolean goesOn;
    synchronized (this) {
      goesOn = subject.comesAndGoes() && which.isServed();
    }
    if (goesOn) {
      more(which);
    } else {
      lost(which, Duration.ZERO, why);
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
