package io.quipu.edge.http;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Events that the contract does not allow, and the bodies they come in. */
final class EventErrors extends ErrorRows {
  @Override
  void rows() {
    malformedJson();
    badEvents();
  }

  private void malformedJson() {
    event("malformed JSON", "{\"delta\":", "body");
    event("no JSON at all", "delta=1", "body");
    event("single quotes", "{'delta':1}", "body");
    event("a comment", "{\"delta\":1/* one */}", "body");
    event("NaN", "{\"delta\":NaN}", "body");
    event("a leading zero", "{\"delta\":01}", "body");
    event("a plus sign", "{\"delta\":+1}", "body");
    event("a trailing comma", "{\"delta\":1,}", "body");
    event("trailing garbage", "{\"delta\":1} x", "body");
    event("two values", "{\"delta\":1}{\"delta\":1}", "body");
    event("white space only", " \r\n", "body");
    event("a byte order mark and no more", "\ufeff", "body");
    event("a byte order mark", "\ufeff{\"delta\":1}", "body");
    event("a scalar", "1", "body");
    event("null", "null", "body");
    event("a string", "\"delta\"", "body");
    event("endless nesting", "{\"id\":" + "[".repeat(5_000), "id");
    event("UTF-16", encoded("{\"delta\":1}", StandardCharsets.UTF_16LE), "body");
    event("Latin-1", encoded("{\"id\":\"Zo\u00eb\"}", StandardCharsets.ISO_8859_1), "body");
    event(
        "overlong UTF-8",
        encoded("{\"id\":\"\u00c0\u0080\"}", StandardCharsets.ISO_8859_1),
        "body");
  }

  private void badEvents() {
    event("an unknown field", "{\"delta\":1,\"colour\":\"red\"}", "colour");
    event("a field without a name", "{\"\":1}", "\"\"");
    event("a field of spaces", "{\"  \":1}", "\"  \"");
    event("the actor of another kind", "{\"actor\":\"P1\"}", "actor");
    event("the version of another kind", "{\"version\":2}", "version");
    event("the value of another kind", "{\"value\":1500}", "value");
    event("namespace in the body", "{\"namespace\":\"default\"}", "namespace");
    event("a duplicate field", "{\"delta\":1,\"delta\":2}", "delta");
    event("a time that is a number", "{\"time\":1767225600}", "time");
    event("a time that is a day", "{\"time\":\"2026-01-01\"}", "time");
    event("a time before now", "{\"time\":\"-7d\"}", "time");
    event("a time without an offset", "{\"time\":\"2026-01-01T12:00:00\"}", "time");
    event("a second 60 at noon", "{\"time\":\"2016-12-31T12:00:60Z\"}", "time");
    event("the 30th of February", "{\"time\":\"2026-02-30T12:00:00Z\"}", "time");
    event("a time of the year 1066", "{\"time\":\"1066-10-14T12:00:00Z\"}", "time");
    event("a time of the year 9999", "{\"time\":\"9999-12-31T23:59:59Z\"}", "time");
    event(
        "two times",
        "{\"time\":\"2026-01-01T12:00:00Z\",\"time\":\"2026-01-01T12:00:00Z\"}",
        "time");
    event("a delta of 0", "{\"delta\":0}", "delta");
    event("a delta of -0", "{\"delta\":-0}", "delta");
    event("a delta of 10^15 + 1", "{\"delta\":1000000000000001}", "delta");
    event("a delta of -10^15 - 1", "{\"delta\":-1000000000000001}", "delta");
    event("a delta of 2^64 + 1", "{\"delta\":18446744073709551617}", "delta");
    event("a delta of a million digits", "{\"delta\":" + "9".repeat(1_000_000) + "}", "delta");
    event("a delta of 1.0", "{\"delta\":1.0}", "delta");
    event("a delta of 1e3", "{\"delta\":1e3}", "delta");
    event("a delta as a string", "{\"delta\":\"1\"}", "delta");
    event("a delta of null", "{\"delta\":null}", "delta");
    event("a delta of true", "{\"delta\":true}", "delta");
    event("a delta in an array", "{\"delta\":[1]}", "delta");
    event("no happenings", "{\"events\":0}", "events");
    event("a million happenings and one", "{\"events\":1000001}", "events");
    event("2^32 + 1 happenings", "{\"events\":4294967297}", "events");
    event("happenings of 1.0", "{\"events\":1.0}", "events");
    event("happenings twice", "{\"events\":1,\"events\":1}", "events");
    event("happenings and a delta of 0", "{\"events\":2,\"delta\":0}", "delta");
    event("an id as a number", "{\"id\":1}", "id");
    event("an id of null", "{\"id\":null}", "id");
    event("an empty id", "{\"id\":\"\"}", "id");
    event("an id of 257 bytes", "{\"id\":\"" + "i".repeat(257) + "\"}", "id");
    event("an id of 258 bytes in 129 characters", "{\"id\":\"" + "é".repeat(129) + "\"}", "id");
    event("an id with a lone surrogate", "{\"id\":\"\\ud800\"}", "id");
    event("an empty array", "[]", "events");
    invalid("a later event", json("POST", EVENTS, "[{},{\"delta\":0}]"), "events[1].delta", 1);
    invalid("an element that is no object", json("POST", EVENTS, "[{},{},7]"), "events[2]", 2);
    invalid(
        "malformed JSON in an array", json("POST", EVENTS, "[{},{\"delta\":x}]"), "events[1]", 1);
    event("10,001 events", "[" + repeated("{}", 10_001, ",") + "]", "events");
    String header = "Idempotency-Key";
    Map<String, String> key = Map.of("Content-Type", "application/json", header, "a");
    invalid("two different ids", post(EVENTS, key, "{\"id\":\"b\"}"), header);
    invalid("one key for two events", post(EVENTS, key, "[{},{}]"), header);
    invalid("a key of 257 bytes", post(EVENTS, Map.of(header, "k".repeat(257)), ""), header);
    request("another confirm", "POST", EVENTS + "?confirm=recorded", "confirm");
    request("an empty confirm", "POST", EVENTS + "?confirm=", "confirm");
    request("confirm twice", "POST", EVENTS + "?confirm=settled&confirm=settled", "confirm");
    request("an unknown parameter", "POST", EVENTS + "?dryrun=1", "dryrun");
    request("a parameter without a name", "POST", EVENTS + "?=1", "\"\"");
  }

  private void event(String name, String body, String field) {
    event(name, utf8(body), field);
  }

  private void event(String name, Buffer body, String field) {
    invalid(name, RawHttp.request("POST", EVENTS, JSON, body), field);
  }
}
