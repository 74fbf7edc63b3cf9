package io.quipu.client;

import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** One WebSocket, from its handshake to its end. */
final class LiveSocket implements WebSocket.Listener {
  private static final Duration CLOSE = Duration.ofSeconds(2);
  private static final Duration LASTING = Duration.ofSeconds(5);
  private static final int SILENT_PINGS = 2;

  /** Of ours: whoever asks is not known any more, or may not do this. */
  private static final int UNAUTHENTICATED = 4401;

  private static final int NOT_ALLOWED = 4403;

  private final LiveConnection connection;
  private final Timers timers;
  private final long number;
  private final StringBuilder text = new StringBuilder();
  private volatile @Nullable WebSocket webSocket;
  private final long begun = System.nanoTime();
  private volatile long heard = begun;
  private volatile boolean greeted;
  private volatile boolean served;
  private volatile boolean ended;
  private CompletableFuture<?> sending = CompletableFuture.completedFuture(null);

  LiveSocket(LiveConnection connection, Timers timers, long number) {
    this.connection = connection;
    this.timers = timers;
    this.number = number;
  }

  /** Tells whether it was of use: one that is lost again and again is made less and less often. */
  boolean hasLasted() {
    return served && System.nanoTime() - begun > LASTING.toNanos();
  }

  /** Tells whether the service has taken a subscription. */
  boolean isServed() {
    return served;
  }

  long number() {
    return number;
  }

  @Override
  public void onOpen(WebSocket opened) {
    webSocket = opened;
    if (ended) {
      opened.abort();
      return;
    }
    opened.request(1);
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    heard = System.nanoTime();
    text.append(data);
    if (last) {
      String message = text.toString();
      text.setLength(0);
      try {
        received(JsonReader.object(message));
      } catch (RuntimeException e) {
        // a message that makes no sense, or a listener that throws: neither ends the connection
        System.getLogger(LiveSocket.class.getName())
            .log(System.Logger.Level.WARNING, "A live message was not handled", e);
      }
    }
    from.request(1);
    return null;
  }

  private void received(JsonObject message) {
    switch (message.text("type")) {
      case "hello" -> {
        greeted = true;
        int most = message.object("limits").integer("subscriptions", 1);
        watch(Duration.ofMillis(message.integer("pingMs", 20_000)));
        connection.hello(this, most);
      }
      case "subscribed" -> {
        served = true;
        connection.subscribed(this);
      }
      case "count", "series" -> connection.received(this, message);
      case "more" -> connection.more(this);
      case "ping" -> send("{\"type\":\"pong\"}");
      case "error" -> refused(message);
      default -> {}
    }
  }

  private void refused(JsonObject error) {
    Problem problem = LiveMessages.problem(error);
    if (problem.status() < 500 && problem.status() != 429 && problem.status() != 408) {
      connection.refused(problem);
    } else {
      Duration least = Duration.ofSeconds(error.integer("retryAfter", 0));
      connection.refusedForNow(this, problem, error.integer("ref", 0), least);
    }
  }

  /** Asks now and then whether the other end is there, and ends it where nothing is heard. */
  private void watch(Duration every) {
    timers.after(
        every,
        () -> {
          if (ended) {
            return;
          }
          if (System.nanoTime() - heard > SILENT_PINGS * every.toNanos()) {
            lost("The live connection was silent");
          } else {
            send(LiveMessages.PING);
            watch(every);
          }
        });
  }

  void requireHello() {
    if (!greeted) {
      lost("The live connection was not greeted in time");
    }
  }

  /** One after the other, as it must be. */
  synchronized void send(String message) {
    WebSocket open = webSocket;
    if (open != null && !ended) {
      sending = sending.handle((sent, failure) -> 0).thenCompose(x -> open.sendText(message, true));
    }
  }

  @Override
  public @Nullable CompletionStage<?> onPing(WebSocket from, ByteBuffer message) {
    heard = System.nanoTime();
    from.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
    // a token that has expired since may have a successor
    if (code == NOT_ALLOWED) {
      connection.refused(
          new Problem("/problems/forbidden", "The caller may not do this", 403, reason));
    } else if (code == UNAUTHENTICATED && !served) {
      connection.refused(
          new Problem("/problems/unauthorized", "It is not known who asks", 401, reason));
    } else {
      lost("The live connection was closed (%d)".formatted(code));
    }
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    lost("The live connection was lost: " + error);
  }

  private void lost(String why) {
    connection.lost(this, Duration.ZERO, new QuipuException(why, null));
  }

  void abort() {
    ended = true;
    WebSocket open = webSocket;
    if (open != null) {
      open.abort();
    }
  }

  /** Says good-bye, and does not wait long for an answer. */
  synchronized void close() {
    ended = true;
    WebSocket open = webSocket;
    if (open != null) {
      sending =
          sending
              .handle((sent, failure) -> 0)
              .thenCompose(x -> open.sendClose(WebSocket.NORMAL_CLOSURE, ""));
      timers.after(CLOSE, open::abort);
    }
  }
}
