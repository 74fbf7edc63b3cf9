package io.quipu.client;

import java.util.Objects;

/**
 * A request of the HTTP API, as {@link QuipuClient#send} takes it.
 *
 * @param method of HTTP
 * @param path from the base address on, encoded, without a slash in front: {@code v1/namespaces}
 * @param json the body; null for none
 * @param effect on what the service holds, which decides whether it may be sent again
 * @param accept the type of the answer, such as {@code text/csv}; null for the usual one
 */
public record ApiRequest(
    String method, String path, @Nullable String json, Effect effect, @Nullable String accept) {
  /** The effect of a request on what the service holds. */
  public enum Effect {
    /** It changes nothing. */
    NONE,
    /** It changes nothing more when it is made twice, such as settings that are put. */
    REPEATABLE,
    /** It may change more when it is made twice. It is not sent again if it may have been made. */
    ONCE
  }

  public ApiRequest {
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(effect, "effect");
    if (path.startsWith("/")) {
      throw new IllegalArgumentException("path is " + path + "; it must not begin with a slash");
    }
  }

  /** A request with an answer of the usual type. */
  public ApiRequest(String method, String path, @Nullable String json, Effect effect) {
    this(method, path, json, effect, null);
  }

  /** A request that reads. */
  public static ApiRequest get(String path) {
    return new ApiRequest("GET", path, null, Effect.NONE);
  }

  /** A request that reads, and asks in its body, if it has one. */
  public static ApiRequest query(String path, @Nullable String json) {
    return new ApiRequest("POST", path, json, Effect.NONE);
  }

  /** Makes this request one for an answer of another type. */
  public ApiRequest accepting(String type) {
    return new ApiRequest(method, path, json, effect, type);
  }

  /** A request that puts settings. */
  public static ApiRequest put(String path, String json) {
    return new ApiRequest("PUT", path, json, Effect.REPEATABLE);
  }

  /** A request that changes more when it is made twice. */
  public static ApiRequest change(String method, String path, @Nullable String json) {
    return new ApiRequest(method, path, json, Effect.ONCE);
  }
}
