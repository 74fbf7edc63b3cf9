package io.quipu.client;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;

/** Single attempts over HTTP: they end with an answer, or fail within their time. */
final class Transport {
  private static final Duration LONGEST_CONNECT = Duration.ofSeconds(10);

  private final ClientOptions options;
  private final Timers timers;
  private final HttpClient http;
  private final Map<Object, Future<?>> underWay = new ConcurrentHashMap<>();
  private volatile boolean closed;

  Transport(ClientOptions options, Timers timers) {
    this.options = options;
    this.timers = timers;
    Duration connect = options.requestTimeout;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(timers.executor())
            .connectTimeout(connect.compareTo(LONGEST_CONNECT) < 0 ? connect : LONGEST_CONNECT);
    if (options.sslContext != null) {
      builder.sslContext(options.sslContext);
    }
    this.http = builder.build();
  }

  CompletionStage<HttpAnswer> get(String path, Duration within) {
    return send(HttpRequest.newBuilder(options.address.resolve(path)), within);
  }

  CompletionStage<HttpAnswer> post(String path, byte[] json, Duration within) {
    return send(
        HttpRequest.newBuilder(options.address.resolve(path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(json)),
        within);
  }

  private CompletionStage<HttpAnswer> send(HttpRequest.Builder request, Duration within) {
    try {
      if (options.token != null) {
        request.header("Authorization", "Bearer " + options.token.get());
      }
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(new NotSent("There is no token: " + e, e));
    }
    CompletableFuture<HttpResponse<String>> response =
        http.sendAsync(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
    // not the timeout of the request, which ends where the body begins
    Runnable noTimeout = timers.after(within, () -> response.cancel(true));
    Object attempt = new Object();
    underWay.put(attempt, response);
    if (closed) {
      response.cancel(true);
    }
    return response
        .whenComplete(
            (answer, failure) -> {
              underWay.remove(attempt);
              noTimeout.run();
            })
        .handle(
            (answer, failure) -> {
              if (failure != null) {
                throw new CompletionException(failed(failure, within));
              }
              return HttpAnswer.of(answer);
            });
  }

  /** Opens a live connection. */
  CompletionStage<WebSocket> webSocket(WebSocket.Listener listener) {
    WebSocket.Builder builder =
        http.newWebSocketBuilder()
            .connectTimeout(options.requestTimeout)
            .subprotocols("quipu.v1.json");
    try {
      if (options.token != null) {
        builder.header("Authorization", "Bearer " + options.token.get());
      }
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(new NotSent("There is no token: " + e, e));
    }
    String scheme = ClientOptions.isHttps(options.address) ? "wss:" : "ws:";
    URI live = options.address.resolve("v1/live");
    return builder.buildAsync(URI.create(scheme + live.getRawSchemeSpecificPart()), listener);
  }

  /** Ends the requests that are under way. */
  void close() {
    closed = true;
    underWay.values().forEach(request -> request.cancel(true));
  }

  private static QuipuException failed(Throwable failure, Duration within) {
    Throwable cause = unwrapped(failure);
    if (cause instanceof QuipuException ours) {
      return ours;
    }
    if (cause instanceof ConnectException
        || cause instanceof HttpConnectTimeoutException
        || cause instanceof UnresolvedAddressException) {
      return new NotSent("The service cannot be reached: " + cause, cause);
    }
    if (isNotTrusted(cause)) {
      return new NotSent("The certificate of the service is not trusted: " + cause, cause);
    }
    return cause instanceof CancellationException
        ? new QuipuException("There was no answer within " + within.toMillis() + " ms", null)
        : new QuipuException("The connection was lost: " + cause, cause);
  }

  /** Whether it was this side that ended the handshake, before which nothing is sent. */
  private static boolean isNotTrusted(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateException) {
        return true;
      }
    }
    return false;
  }

  static Throwable unwrapped(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  /** Nothing was sent. */
  static final class NotSent extends QuipuException {
    private static final long serialVersionUID = 1;

    NotSent(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
