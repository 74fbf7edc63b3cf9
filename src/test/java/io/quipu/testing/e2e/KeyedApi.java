package io.quipu.testing.e2e;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;

/** The API of one instance, as the holder of a key uses it. */
public final class KeyedApi {
  public static final String BOOTSTRAP = "qk_first_0123456789abcdefghijklmnopqrstuvwxyz-_AB";

  private final Api api;
  private final String key;

  public KeyedApi(Api api, String key) {
    this.api = api;
    this.key = key;
  }

  public String key() {
    return key;
  }

  /** The id in its key. */
  public String id() {
    return key.split("_", 3)[1];
  }

  /** The same key, shown to another instance. */
  KeyedApi at(Api other) {
    return new KeyedApi(other, key);
  }

  public Answer send(String method, String path, String body) {
    return Api.send(request(method, path, body));
  }

  public HttpRequest.Builder request(String method, String path, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(api.uri(path))
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    return key.isEmpty() ? request : request.header("Authorization", "Bearer " + key);
  }

  /** Creates a key, and answers what its holder sees. */
  public KeyedApi create(String settings) {
    JsonObject created = send("POST", "/v1/keys", settings).expect(201).json();
    return new KeyedApi(api, created.getString("key"));
  }

  LiveCounts live(String path) {
    return new LiveCounts(api.webSocket(path), key);
  }
}
