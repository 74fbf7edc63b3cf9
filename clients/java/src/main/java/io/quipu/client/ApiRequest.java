package io.quipu.client;

import java.util.Objects;

/**
 * A request of the HTTP API, as {@link QuipuClient#send} takes it.
 *
 * @param method of HTTP
 * @param path from the base address on, encoded, without a slash in front: {@code v1/namespaces}
 * @param json the body; null for none
 * @param repeatable whether it may be made again when it is not known what became of it: a request
 *     that changes nothing, or nothing more when it is made twice
 */
public record ApiRequest(String method, String path, @Nullable String json, boolean repeatable) {
  public ApiRequest {
    Objects.requireNonNull(method, "method");
    if (path.startsWith("/")) {
      throw new IllegalArgumentException("path is " + path + "; it must not begin with a slash");
    }
  }

  /** A request that reads. */
  public static ApiRequest get(String path) {
    return new ApiRequest("GET", path, null, true);
  }

  /** A request that reads, and asks in its body. */
  public static ApiRequest query(String path, String json) {
    return new ApiRequest("POST", path, json, true);
  }

  /** A request that puts settings, which may be put again. */
  public static ApiRequest put(String path, String json) {
    return new ApiRequest("PUT", path, json, true);
  }

  /** A request that changes more when it is made twice. */
  public static ApiRequest change(String method, String path, @Nullable String json) {
    return new ApiRequest(method, path, json, false);
  }
}
