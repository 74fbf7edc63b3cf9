package io.quipu.lab.strategies.service;

import io.quipu.Quipu;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.util.concurrent.CompletionStage;

/** An instance of the service, used over its HTTP API. For any thread. */
final class QuipuInstance {
  private static final int PATIENCE_MILLIS = 30_000;

  private final Quipu quipu;
  private final HttpClient client;

  QuipuInstance(Quipu quipu, HttpClient client) {
    this.quipu = quipu;
    this.client = client;
  }

  /**
   * Sends a request, and returns the body of the answer. Fails unless the status is 2xx.
   *
   * @param json the body; empty for none
   */
  CompletionStage<String> send(HttpMethod method, String path, String json) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(method)
            .setHost("127.0.0.1")
            .setPort(quipu.port())
            .setURI(path)
            .setTimeout(PATIENCE_MILLIS)
            .putHeader("Content-Type", "application/json");
    return client
        .request(options)
        .compose(
            request ->
                (json.isEmpty() ? request.send() : request.send(json))
                    .compose(response -> answer(options, response)))
        .toCompletionStage();
  }

  /** Reads the body. Must run on the context of the response, or the body could be missed. */
  private static Future<String> answer(RequestOptions request, HttpClientResponse response) {
    return response
        .body()
        .map(
            body -> {
              if (response.statusCode() / 100 != 2) {
                throw new IllegalStateException(
                    request.getMethod()
                        + " "
                        + request.getURI()
                        + ": "
                        + response.statusCode()
                        + " "
                        + body);
              }
              return body.toString();
            });
  }

  Future<Void> stop() {
    return quipu.stop();
  }
}
