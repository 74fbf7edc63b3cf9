package io.quipu.edge.http;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows of the error table that belong together, and short ways to write them. */
abstract class ErrorRows {
  static final String EVENTS = "/v1/counters/default/" + ErrorTable.COUNTER + "/events";
  static final String COUNT = "/v1/counters/default/" + ErrorTable.COUNTER;
  static final String WINDOWS = COUNT + "/windows";
  static final String TOTAL = COUNT + "/total";
  static final String LIST = "/v1/counters/default";
  static final String NEW_NAMESPACE = "/v1/namespaces/error-table";
  static final Map<String, String> JSON = Map.of("Content-Type", "application/json");
  static final Map<String, String> NDJSON = Map.of("Content-Type", "application/x-ndjson");
  static final Map<String, String> CLOUD_EVENTS =
      Map.of("Content-Type", "application/cloudevents-batch+json");
  static final Buffer NOTHING = Buffer.buffer();

  private final List<ErrorTable.Case> cases = new ArrayList<>();

  /** Adds the rows. */
  abstract void rows();

  List<ErrorTable.Case> cases() {
    rows();
    return cases;
  }

  void add(String name, Buffer request, int status, String type, String field, int index) {
    cases.add(new ErrorTable.Case(name, request, status, type, field, index));
  }

  void add(String name, Buffer request, int status, String type, String field) {
    add(name, request, status, type, field, -1);
  }

  void invalid(String name, Buffer event, String field) {
    invalid(name, event, field, -1);
  }

  void invalid(String name, Buffer event, String field, int index) {
    add(name, event, 400, "invalid-event", field, index);
  }

  void request(String name, String method, String target, String field) {
    add(name, bare(method, target), 400, "invalid-request", field);
  }

  static Buffer bare(String method, String target) {
    return RawHttp.request(method, target, Map.of(), NOTHING);
  }

  static Buffer post(String target, Map<String, String> headers, String body) {
    return RawHttp.request("POST", target, headers, utf8(body));
  }

  static Buffer json(String method, String target, String body) {
    return RawHttp.request(method, target, JSON, utf8(body));
  }

  static String repeated(String part, int times, String separator) {
    return IntStream.range(0, times).mapToObj(i -> part).collect(Collectors.joining(separator));
  }

  static Buffer utf8(String text) {
    return Buffer.buffer(text);
  }

  static Buffer encoded(String text, Charset charset) {
    return Buffer.buffer(text.getBytes(charset));
  }
}
