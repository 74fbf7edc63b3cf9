package io.quipu.client;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLException;

/** Single attempts over HTTP: they end with an answer, or fail within their time. */
final class Transport {
  private static final Duration LONGEST_CONNECT = Duration.ofSeconds(10);

  final ClientOptions options;
  final Timers timers;
  private final HttpClient http;
  private final Map<Object, Future<?>> underWay = new ConcurrentHashMap<>();
  private volatile boolean closed;

  Transport(ClientOptions options, Timers timers) {
    this.options = options;
    this.timers = timers;
    // less than an attempt, whose end would not say that nothing was sent
    Duration connect = options.requestTimeout.multipliedBy(9).dividedBy(10);
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

  CompletionStage<HttpAnswer> send(ApiRequest request, Duration within) {
    HttpRequest.Builder sent = to(request.path());
    String accept = request.accept();
    if (accept != null) {
      sent.header("Accept", accept);
    }
    String json = request.json();
    return json == null
        ? send(sent.method(request.method(), BodyPublishers.noBody()), within)
        : send(sent, request.method(), BodyPublishers.ofString(json), within);
  }

  CompletionStage<HttpAnswer> post(String path, byte[] json, Duration within) {
    return send(to(path), "POST", BodyPublishers.ofByteArray(json), within);
  }

  private CompletionStage<HttpAnswer> send(
      HttpRequest.Builder request, String method, BodyPublisher json, Duration within) {
    return send(request.header("Content-Type", "application/json").method(method, json), within);
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(options.address.resolve(path));
  }

  private CompletionStage<HttpAnswer> send(HttpRequest.Builder request, Duration within) {
    try {
      showToken(request::header);
    } catch (NotSentException e) {
      return CompletableFuture.failedFuture(e);
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

  /** Nobody who has no token is to ask as somebody else, or as "null". */
  private void showToken(BiConsumer<String, String> header) {
    if (options.token == null) {
      return;
    }
    try {
      String token = Objects.requireNonNull(options.token.get(), "null was answered");
      header.accept("Authorization", "Bearer " + token);
    } catch (RuntimeException e) {
      throw new NotSentException("There is no token: " + e, e);
    }
  }

  /** Opens a live connection. */
  CompletionStage<WebSocket> webSocket(WebSocket.Listener listener) {
    WebSocket.Builder builder =
        http.newWebSocketBuilder()
            .connectTimeout(options.requestTimeout)
            .subprotocols("quipu.v1.json");
    try {
      showToken(builder::header);
    } catch (NotSentException e) {
      return CompletableFuture.failedFuture(e);
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

  /** Why there was no answer, in words. */
  QuipuException failed(Throwable failure, Duration within) {
    Throwable cause = unwrapped(failure);
    if (cause instanceof QuipuException ours) {
      return ours;
    }
    if (isCausedBy(UnresolvedAddressException.class, cause)) {
      return new NotSentException(
          "The host of " + shownAddress() + " is not known: is the address right?", cause);
    }
    if (cause instanceof ConnectException) {
      return new NotSentException(
          "Nobody listens at " + shownAddress() + ": is the service running?", cause);
    }
    if (cause instanceof HttpConnectTimeoutException) {
      return new NotSentException(
          "There was no connection to "
              + shownAddress()
              + " in time"
              + (ClientOptions.isHttps(options.address) ? ": does it speak TLS?" : ""),
          cause);
    }
    if (isCausedBy(CertificateException.class, cause)) {
      return new NotSentException(
          "The certificate of " + shownAddress() + " is not trusted: " + cause, cause);
    }
    if (isOfPlainText(cause)) {
      return new NotSentException(
          shownAddress() + " does not speak TLS: is it http instead of https?", cause);
    }
    return cause instanceof CancellationException
        ? new QuipuException(shownAddress() + " did not answer within " + words(within), null)
        : new QuipuException("The connection was lost: " + cause, cause);
  }

  /** Tells whether the very first answer was none of TLS, so that nothing was sent after it. */
  private static boolean isOfPlainText(Throwable cause) {
    return cause instanceof SSLException
        && String.valueOf(cause.getMessage()).startsWith("Unrecognized SSL message");
  }

  /** Tells whether it was this side that did not go on, before anything was sent. */
  private static boolean isCausedBy(Class<? extends Throwable> type, Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (type.isInstance(cause)) {
        return true;
      }
    }
    return false;
  }

  private static String words(Duration time) {
    return time.compareTo(Duration.ofSeconds(1)) < 0
        ? time.toMillis() + " ms"
        : time.plusMillis(500).toSeconds() + " s";
  }

  private String shownAddress() {
    return options.address.toString().replaceFirst("/$", "");
  }

  static Throwable unwrapped(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
