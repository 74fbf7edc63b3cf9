package io.quipu.testing.dev.issuer;

import io.quipu.testing.dev.TestPatience;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An issuer on a free port of loopback: it serves its discovery document and its keys, and notes
 * how often. It can be told to publish other keys, and to answer otherwise.
 */
public final class TestIssuer implements AutoCloseable {
  public static final String AUDIENCE = "quipu-of-a-test";

  private static final String KEYS = "/keys";

  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger fetches = new AtomicInteger();
  private final HttpServer server;
  private final String origin;
  private volatile List<JsonObject> published = List.of();
  private volatile Handler<HttpServerRequest> other;

  public TestIssuer() {
    this(new HttpServerOptions());
  }

  /**
   * @param options of its server, such as a certificate
   */
  public TestIssuer(HttpServerOptions options) {
    this(options, "127.0.0.1", "localhost");
  }

  /**
   * @param address on which it listens
   * @param host the name by which it is known
   */
  public TestIssuer(HttpServerOptions options, String address, String host) {
    origin = (options.isSsl() ? "https://" : "http://") + host + ":";
    server =
        TestPatience.join(
            vertx
                .createHttpServer(options)
                .requestHandler(this::answer)
                .listen(0, address)
                .toCompletionStage());
  }

  private void answer(HttpServerRequest request) {
    Handler<HttpServerRequest> instead = other;
    if (request.path().equals(KEYS)) {
      fetches.incrementAndGet();
    }
    if (instead != null) {
      instead.handle(request);
    } else if (request.path().equals(KEYS)) {
      request.response().end(new JsonObject().put("keys", new JsonArray(published)).encode());
    } else if (request.path().equals("/.well-known/openid-configuration")) {
      request
          .response()
          .end(new JsonObject().put("issuer", name()).put("jwks_uri", name() + KEYS).encode());
    } else {
      request.response().setStatusCode(404).end();
    }
  }

  public String name() {
    return origin + server.actualPort();
  }

  public String keys() {
    return name() + KEYS;
  }

  /** How often its keys were asked for. */
  public int fetches() {
    return fetches.get();
  }

  public void publish(TestKey... keys) {
    published = List.of(keys).stream().map(TestKey::published).toList();
  }

  /** Also what no issuer should publish. */
  public void publish(List<JsonObject> keys) {
    published = keys;
  }

  /**
   * Answers every request so.
   *
   * @param answer null to be as usual again
   */
  public void answerWith(Handler<HttpServerRequest> answer) {
    other = answer;
  }

  /** The variables of a service that takes its tokens. */
  public Map<String, String> variables() {
    return new HashMap<>(
        Map.of(
            "QUIPU_AUTH",
            "jwt",
            "QUIPU_JWT_ISSUER",
            name(),
            "QUIPU_JWT_AUDIENCE",
            AUDIENCE,
            "QUIPU_JWT_REFRESH",
            "1s"));
  }

  /** Of a token that holds for an hour. */
  public JsonObject claims(String subject, String... entries) {
    long now = Instant.now().getEpochSecond();
    return new JsonObject()
        .put("iss", name())
        .put("aud", AUDIENCE)
        .put("sub", subject)
        .put("iat", now)
        .put("nbf", now)
        .put("exp", now + 3_600)
        .put("quipu", new JsonArray(List.of(entries)));
  }

  @Override
  public void close() {
    TestPatience.join(vertx.close().toCompletionStage());
  }
}
