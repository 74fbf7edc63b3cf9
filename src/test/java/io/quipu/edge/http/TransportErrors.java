package io.quipu.edge.http;

import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;

/** What HTTP itself has to refuse: methods, types, sizes, syntax. */
final class TransportErrors extends ErrorRows {
  private static final String CHUNKED = "Transfer-Encoding: chunked";

  @Override
  void rows() {
    badMethodsAndTypes();
    tooLarge();
    badHttp();
  }

  private void badMethodsAndTypes() {
    method("GET", EVENTS);
    method("PUT", COUNT);
    method("PATCH", "/v1/namespaces/default");
    method("POST", "/livez");
    method("OPTIONS", "/v1/events");
    method("BREW", "/v1/counts");
    for (String accept :
        List.of("text/html", "application/xml", "application/json;q=0", "image/*, image/png")) {
      add(
          "accepting " + accept,
          RawHttp.request("GET", COUNT, Map.of("Accept", accept), NOTHING),
          406,
          "not-acceptable",
          "Accept");
    }
    type("text/plain", EVENTS);
    type("application/x-www-form-urlencoded", EVENTS);
    type("application/json; charset=iso-8859-1", EVENTS);
    type("application/json; charset=utf-16", EVENTS);
    type("application/json; charset = utf-16", EVENTS);
    type("application/json; charset*=utf-16", "/v1/events");
    type("application/jsonp", EVENTS);
    type("application/x-ndjson", EVENTS);
    type("text/csv", "/v1/events");
    type("application/x-ndjson", "/v1/counts");
    unsupported("a body of no type", post(EVENTS, Map.of(), "{}"));
    unsupported(
        "an empty body in UTF-16",
        post(EVENTS, Map.of("Content-Type", "application/json; charset=utf-16"), ""));
    add(
        "a compressed body",
        post(EVENTS, Map.of("Content-Type", "application/json", "Content-Encoding", "br"), "{}"),
        415,
        "unsupported-media-type",
        "Content-Encoding");
    unsupported(
        "a namespace of no type", RawHttp.request("PUT", NEW_NAMESPACE, Map.of(), utf8("{}")));
  }

  private void tooLarge() {
    Buffer large = utf8(" ".repeat(4 * 1024 * 1024 - 1) + "{}");
    add(
        "a body of 4 MiB and a byte",
        RawHttp.request("POST", EVENTS, JSON, large),
        413,
        "too-large",
        "");
    Buffer chunked = head("POST /v1/events HTTP/1.1", "Content-Type: application/json", CHUNKED);
    for (int i = 0; i < 5; i++) {
      chunked.appendString("100000\r\n" + " ".repeat(0x100000) + "\r\n");
    }
    add("an endless chunked body", chunked, 413, "too-large", "");
    Buffer announced =
        head(
            "POST /v1/events HTTP/1.1",
            "Content-Type: application/json",
            "Expect: 100-continue",
            "Content-Length: 99999999999");
    add("a body that is only announced", announced, 413, "too-large", "");
    String longName = LIST + "?after=" + "n".repeat(20_000);
    add("a request line of 20,000 bytes", bare("GET", longName), 414, "uri-too-long", "");
    Map<String, String> longHeader = Map.of("X-Large", "h".repeat(20_000));
    add(
        "headers of 20,000 bytes",
        RawHttp.request("GET", LIST, longHeader, NOTHING),
        431,
        "headers-too-large",
        "");
  }

  private void badHttp() {
    String post = "POST " + EVENTS + " HTTP/1.1";
    http("no request line", head("hello"));
    http("a version that nobody speaks", head("GET /livez HTTP/one"));
    http("two lengths", head(post, "Content-Length: 1", "Content-Length: 2").appendString("1"));
    http("a length that is no number", head(post, "Content-Length: many"));
    http("a negative length", head(post, "Content-Length: -1"));
  }

  private void method(String method, String path) {
    add(method + " " + path, bare(method, path), 405, "method-not-allowed", "");
  }

  private void type(String type, String path) {
    unsupported(type + " for " + path, post(path, Map.of("Content-Type", type), "{}"));
  }

  private void unsupported(String name, Buffer request) {
    add(name, request, 415, "unsupported-media-type", "Content-Type");
  }

  private void http(String name, Buffer request) {
    add(name, request, 400, "malformed-http", "");
  }

  private static Buffer head(String requestLine, String... headers) {
    String lines = String.join("\r\n", headers) + (headers.length > 0 ? "\r\n" : "");
    return utf8(requestLine + "\r\nHost: localhost\r\n" + lines + "\r\n");
  }
}
