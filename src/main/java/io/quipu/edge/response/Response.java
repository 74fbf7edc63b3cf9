package io.quipu.edge.response;

import io.quipu.engine.input.JsonText;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The response to a request.
 *
 * @param contentType the type of the body; empty if there is no body
 * @param cacheControl the value of {@code Cache-Control}
 * @param headers all other headers
 * @param secret whether the body holds a secret, so that the body must not be compressed
 */
public record Response(
    int status,
    CharSequence contentType,
    Buffer body,
    CharSequence cacheControl,
    List<Header> headers,
    boolean secret) {
  private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
  private static final CharSequence PROBLEM = HttpHeaders.createOptimized(Problem.CONTENT_TYPE);
  private static final CharSequence NO_STORE = HttpHeaders.createOptimized("no-store");
  private static final CharSequence NO_CACHE = HttpHeaders.createOptimized("no-cache");

  /** The value of the header that lets the pages of every origin read an answer. */
  public static final CharSequence EVERY_ORIGIN = HttpHeaders.createOptimized("*");

  private static final CharSequence SOON = HttpHeaders.createOptimized("1");

  /** A header of a response. */
  public record Header(CharSequence name, CharSequence value) {
    private Header suffixed(String suffix) {
      return new Header(name, value.subSequence(0, value.length() - 1) + suffix + '"');
    }
  }

  /** Makes a response with JSON, which no cache may keep. */
  public static Response json(int status, Buffer body) {
    return new Response(status, JSON, body, NO_STORE, List.of(), false);
  }

  /** Makes a response with complete JSON text, which no cache may keep. */
  public static Response json(int status, JsonText body) {
    return json(status, Buffer.buffer(body.toString()));
  }

  /**
   * Makes a response with a JSON object, which no cache may keep.
   *
   * @param members writes the members
   */
  public static Response object(Consumer<JsonText> members) {
    JsonText json = new JsonText().beginObject();
    members.accept(json);
    return json(200, json.endObject());
  }

  /** Makes a response with a body of any type, which no cache may keep. */
  public static Response of(int status, CharSequence contentType, Buffer body) {
    return new Response(status, contentType, body, NO_STORE, List.of(), false);
  }

  /** Returns this response without its body: the copy of the caller is still current. */
  public Response notModified() {
    List<Header> kept =
        headers.stream().filter(header -> header.name() != HttpHeaders.CONTENT_ENCODING).toList();
    return new Response(304, "", Buffer.buffer(), cacheControl, kept, secret);
  }

  /**
   * Returns this response in another type, with a tag of its own.
   *
   * @param suffix what the tag has more than the tag of this response
   */
  public Response as(CharSequence type, Buffer content, String suffix) {
    List<Header> own =
        headers.stream()
            .map(header -> header.name() == HttpHeaders.ETAG ? header.suffixed(suffix) : header)
            .toList();
    return new Response(status, type, content, cacheControl, own, secret);
  }

  /** Returns the {@code ETag}; null if the response has none. */
  public @Nullable CharSequence tag() {
    for (Header header : headers) {
      if (header.name() == HttpHeaders.ETAG) {
        return header.value();
      }
    }
    return null;
  }

  /**
   * @param instance the id of the request
   */
  public static Response problem(Problem problem, String instance) {
    Response response =
        new Response(
            problem.type().status(), PROBLEM, problem.json(instance), NO_STORE, List.of(), false);
    return problem.type().isPassing() ? response.with(HttpHeaders.RETRY_AFTER, SOON) : response;
  }

  /** Returns a copy of this response that caches may keep, but must revalidate before each use. */
  public Response revalidated() {
    return new Response(status, contentType, body, NO_CACHE, headers, secret);
  }

  /** Returns a copy of this response with another {@code Cache-Control}. */
  public Response cached(CharSequence control) {
    return new Response(status, contentType, body, control, headers, secret);
  }

  /**
   * Tells whether a large body stays in memory anyway, and so needs no memory for one caller. A
   * large body that caches must revalidate is always a cached static file.
   */
  public boolean isKept() {
    return cacheControl == NO_CACHE;
  }

  /** Returns a copy of this response with the body compressed by gzip. */
  public Response gzipped() {
    return new Response(status, contentType, Gzip.fast(body), cacheControl, headers, secret)
        .with(HttpHeaders.CONTENT_ENCODING, Gzip.CODING);
  }

  /** Returns a copy of this response that is marked: its body holds a secret. */
  public Response withSecret() {
    return new Response(status, contentType, body, cacheControl, headers, true);
  }

  /** Tells whether the body must not be compressed: it is secret, has a tag, or is compressed. */
  public boolean isAsItIs() {
    return secret
        || tag() != null
        || headers.stream().anyMatch(header -> header.name() == HttpHeaders.CONTENT_ENCODING);
  }

  /** Returns a copy of this response that the pages of every origin may read. */
  public Response forEveryOrigin() {
    return with(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, EVERY_ORIGIN);
  }

  public Response with(CharSequence name, CharSequence value) {
    List<Header> more = new ArrayList<>(headers);
    more.add(new Header(name, value));
    return new Response(status, contentType, body, cacheControl, more, secret);
  }
}
