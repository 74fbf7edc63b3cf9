package io.quipu.service.auth;

import io.quipu.service.auth.token.Issuer;
import io.quipu.service.auth.token.IssuerKeys;
import io.quipu.testing.dev.issuer.TestKey;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The keys that an issuer publishes, fetched when a test says so. */
final class PublishedKeys implements AutoCloseable {
  static final Issuer ISSUER = new Issuer("https://issuer.example", "quipu", null, null);

  private final Vertx vertx = Vertx.vertx();
  private final Deque<CompletableFuture<IssuerKeys>> underWay = new ArrayDeque<>();
  private int fetches;

  IssuerKeys of(TestKey... keys) {
    JsonObject set =
        new JsonObject()
            .put("keys", new JsonArray(Arrays.stream(keys).map(TestKey::published).toList()));
    return IssuerKeys.parse(vertx, ISSUER, set.toBuffer());
  }

  CompletionStage<IssuerKeys> fetch() {
    fetches++;
    CompletableFuture<IssuerKeys> answer = new CompletableFuture<>();
    underWay.add(answer);
    return answer;
  }

  /** The number of fetches that were begun. */
  int fetches() {
    return fetches;
  }

  boolean isAsked() {
    return !underWay.isEmpty();
  }

  void answer(IssuerKeys keys) {
    underWay.remove().complete(keys);
  }

  void fail(String why) {
    underWay.remove().completeExceptionally(new IllegalStateException(why));
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
