package io.quipu.testing.dev;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.jspecify.annotations.Nullable;

/** The API of a running service, by the JDK's client: what does not succeed is an error. */
public final class HttpApi {
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final URI service;
  private final @Nullable String key;

  public HttpApi(URI service) {
    this(service, null);
  }

  /**
   * @param key that is shown with each request, or null
   */
  public HttpApi(URI service, @Nullable String key) {
    this.service = service;
    this.key = key;
  }

  public String get(String path) {
    return send("GET", path, "");
  }

  /**
   * Sends a request, and answers the body of its answer.
   *
   * @param json the body; empty for none
   */
  public String send(String method, String path, String json) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(service.resolve(path)).timeout(TestPatience.LIMIT);
    if (key != null) {
      request.header("Authorization", "Bearer " + key);
    }
    if (json.isEmpty()) {
      request.method(method, BodyPublishers.noBody());
    } else {
      request
          .header("Content-Type", "application/json")
          .method(method, BodyPublishers.ofString(json));
    }
    try {
      HttpResponse<String> response = HTTP.send(request.build(), BodyHandlers.ofString());
      if (response.statusCode() >= 300) {
        throw new AssertionError(path + ": " + response.statusCode() + " " + response.body());
      }
      return response.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
