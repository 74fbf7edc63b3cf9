package io.quipu.client;

import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.List;

/**
 * One connection of a {@link LiveGroup}, made again whenever it is lost. Its state is guarded by
 * its lock; what comes of a connection that is not the present one any more is passed over.
 */
final class LiveConnection {
  private final LiveGroup<?> group;
  private List<CounterRef> counters;
  private @Nullable LiveSocket socket;
  private int failures;

  LiveConnection(LiveGroup<?> group, List<CounterRef> counters) {
    this.group = group;
    this.counters = counters;
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
    List<CounterRef> rest = List.of();
    List<CounterRef> mine;
    synchronized (this) {
      if (socket != which) {
        return;
      }
      if (counters.size() > most) {
        rest = List.copyOf(counters.subList(most, counters.size()));
        counters = List.copyOf(counters.subList(0, most));
      }
      mine = counters;
    }
    LiveMessages.subscriptions(mine).forEach(which::send);
    group.connect(rest);
  }

  void received(LiveSocket which, JsonObject message) {
    synchronized (this) {
      if (socket != which) {
        return;
      }
    }
    group.received(message, which.number());
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
