package io.quipu.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;

/**
 * What is sent back for a request.
 *
 * @param contentType empty when there is no body
 * @param cacheControl what caches may do with it
 * @param headers further headers
 */
public record Answer(
    int status,
    CharSequence contentType,
    Buffer body,
    CharSequence cacheControl,
    List<Header> headers) {
  private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
  private static final CharSequence PROBLEM = HttpHeaders.createOptimized(Problem.CONTENT_TYPE);
  private static final CharSequence NO_STORE = HttpHeaders.createOptimized("no-store");
  private static final CharSequence NO_CACHE = HttpHeaders.createOptimized("no-cache");
  private static final CharSequence SOON = HttpHeaders.createOptimized("1");

  /** A header of an answer. */
  public record Header(CharSequence name, CharSequence value) {}

  /** An answer of the API, which no cache may keep. */
  public static Answer json(int status, Buffer body) {
    return new Answer(status, JSON, body, NO_STORE, List.of());
  }

  /** An answer of another type, which no cache may keep. */
  public static Answer of(int status, CharSequence contentType, Buffer body) {
    return new Answer(status, contentType, body, NO_STORE, List.of());
  }

  /** What the caller has is still right. */
  public static Answer notModified() {
    return new Answer(304, "", Buffer.buffer(), NO_CACHE, List.of());
  }

  /**
   * @param instance the id of the request
   */
  public static Answer problem(Problem problem, String instance) {
    Answer answer =
        new Answer(problem.type().status(), PROBLEM, problem.json(instance), NO_STORE, List.of());
    return problem.type().isPassing() ? answer.with(HttpHeaders.RETRY_AFTER, SOON) : answer;
  }

  /** The same answer, which caches may keep as long as they ask whether it is still right. */
  public Answer revalidated() {
    return new Answer(status, contentType, body, NO_CACHE, headers);
  }

  public Answer with(CharSequence name, CharSequence value) {
    List<Header> more = new ArrayList<>(headers);
    more.add(new Header(name, value));
    return new Answer(status, contentType, body, cacheControl, more);
  }
}
