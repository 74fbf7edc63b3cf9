package io.quipu.edge.http;

import java.util.List;
import java.util.Map;

/** Names, namespaces and paths that do not exist or cannot. */
final class NameErrors extends ErrorRows {
  private static final String DEFAULT = "/v1/namespaces/default";

  @Override
  void rows() {
    badNames();
    badNamespaces();
    unknownThings();
  }

  private void badNames() {
    request("an empty counter", "POST", "/v1/counters/default//events", "counter");
    request("an empty namespace", "POST", "/v1/counters//c/events", "namespace");
    request("no names", "POST", "/v1/counters///events", "namespace");
    request("an empty counter to read", "GET", "/v1/counters/default/", "counter");
    request("a counter of 513 bytes", "GET", "/v1/counters/default/" + "n".repeat(513), "counter");
    request(
        "a counter of 600 bytes",
        "POST",
        "/v1/counters/default/" + "%C3%A9".repeat(300) + "/events",
        "counter");
    request("a broken escape", "GET", "/v1/counters/default/a%2", "counter");
    request("an escape of no digits", "GET", "/v1/counters/default/%zz", "counter");
    request("an escape with a sign", "GET", "/v1/counters/default/%+1", "counter");
    request("escapes that are not UTF-8", "GET", "/v1/counters/default/%FF", "counter");
    request("an overlong slash", "GET", "/v1/counters/default/%C0%AF", "counter");
    request("an escaped surrogate", "GET", "/v1/counters/default/%ED%A0%80", "counter");
    request("a bare byte over 127", "GET", "/v1/counters/default/\u00e9", "counter");
    request("a namespace in capitals", "GET", "/v1/counters/Default/c", "namespace");
    request("a namespace of 49 bytes", "GET", "/v1/counters/" + "n".repeat(49) + "/c", "namespace");
    request("a namespace with a space", "GET", "/v1/counters/a%20b/c", "namespace");
    request("a namespace that is not UTF-8", "GET", "/v1/counters/%FF/c", "namespace");
    request("a parameter that is not UTF-8", "GET", LIST + "?after=%FF", "after");
  }

  private void badNamespaces() {
    namespace("a kind that nobody knows", "{\"kind\":\"events\"}", "kind");
    namespace("no shards", "{\"shards\":0}", "shards");
    namespace("65 shards", "{\"shards\":65}", "shards");
    namespace("2^32 + 1 shards", "{\"shards\":4294967297}", "shards");
    namespace("shards as a string", "{\"shards\":\"1\"}", "shards");
    namespace("unlimited deduplication", "{\"deduplicate\":\"24\"}", "deduplicate");
    namespace("no deduplication spelt otherwise", "{\"deduplicate\":\"0s\"}", "deduplicate");
    String unique = "{\"kind\":\"unique\",\"deduplicate\":\"%s\"}";
    namespace("unique for a day", unique.formatted("24h"), "deduplicate");
    namespace("unique without deduplication", unique.formatted("off"), "deduplicate");
    namespace(
        "unique for a day, said first",
        "{\"deduplicate\":\"24h\",\"kind\":\"unique\"}",
        "deduplicate");
    namespace("a retention that is off", "{\"retain\":\"off\"}", "retain");
    namespace("rows that are off", "{\"rows\":\"off\"}", "rows");
    namespace("a negative retention", "{\"retain\":\"-1d\"}", "retain");
    namespace("a window of a week", "{\"windows\":[\"week\"]}", "windows");
    namespace("a lateness that is a number", "{\"lateness\":7}", "lateness");
    namespace("a lateness for ever", "{\"lateness\":\"forever\"}", "lateness");
    namespace("a lateness of a week", "{\"lateness\":\"1w\"}", "lateness");
    namespace("a lateness of a century", "{\"lateness\":\"36501d\"}", "lateness");
    namespace("the change of a lateness", "{\"lateness.change\":\"0/0/0\"}", "lateness.change");
    namespace("a keep that is a string", "{\"keep\":\"30d\"}", "keep");
    namespace("a keep of a week", "{\"keep\":{\"week\":\"1y\"}}", "keep");
    namespace("a keep that is a number", "{\"keep\":{\"day\":7}}", "keep.day");
    namespace("a keep of nothing", "{\"keep\":{\"hour\":\"0s\"}}", "keep.hour");
    namespace("a keep of a century", "{\"keep\":{\"hour\":\"101y\"}}", "keep.hour");
    namespace("a keep twice", "{\"keep\":{\"day\":\"1d\",\"day\":\"2d\"}}", "day");
    namespace("the change of a keep", "{\"keep.change\":\"0\"}", "keep.change");
    namespace("notes as an array", "{\"notes\":[]}", "notes");
    namespace("a note of no day", "{\"notes\":{\"2026-02-30\":\"a\"}}", "notes.2026-02-30");
    namespace("a note of a year", "{\"notes\":{\"2026\":\"a\"}}", "notes.2026");
    namespace("a note that is a number", "{\"notes\":{\"2026-02-28\":7}}", "notes.2026-02-28");
    namespace("a note that is null", "{\"notes\":{\"2026-02-28\":null}}", "notes.2026-02-28");
    namespace(
        "a long note",
        "{\"notes\":{\"2026-02-28\":\"" + "a".repeat(201) + "\"}}",
        "notes.2026-02-28");
    namespace("a window twice", "{\"windows\":[\"day\",\"day\"]}", "windows");
    namespace("windows as a string", "{\"windows\":\"day\"}", "windows");
    namespace("an unknown field", "{\"kind\":\"event\",\"ttl\":\"1d\"}", "ttl");
    namespace("a duplicate field", "{\"kind\":\"event\",\"kind\":\"event\"}", "kind");
    namespace("an array", "[]", "body");
    add(
        "a bad name",
        json("PUT", "/v1/namespaces/Votes", "{}"),
        400,
        "invalid-request",
        "namespace");
    changed("a change of kind", "kind", "\"unique\"");
    changed("a change of shards", "shards", "2");
    unmet("a version that the namespace has not", "If-Match", "\"none\"");
    unmet("what exists, if it must not", "If-None-Match", "*");
  }

  private void unknownThings() {
    for (String path :
        List.of(
            "/v1",
            "/v1/",
            "/v2/events",
            "/v1/counters",
            COUNT + "/history",
            COUNT + "/events/1",
            "/assets/none.js",
            "/assets/../Main.class",
            "/assets/%2e%2e/x.html",
            "/index.html",
            "/docs/")) {
      add("nothing at " + path, bare("GET", path), 404, "not-found", "");
    }
    noNamespace("GET", "/v1/counters/nobodys/c");
    noNamespace("GET", "/v1/counters/nobodys");
    noNamespace("GET", "/v1/counters/nobodys/c/windows?granularity=day");
    noNamespace("GET", "/v1/namespaces/nobodys");
    noNamespace("POST", "/v1/counters/nobodys/c/events");
    noNamespace("DELETE", "/v1/counters/nobodys/c");
    noNamespace("POST", "/v1/counters/nobodys/c/recount");
  }

  private void noNamespace(String method, String path) {
    String name = "no namespace to " + method + " " + path;
    add(name, bare(method, path), 404, "unknown-namespace", "namespace");
  }

  private void changed(String name, String setting, String value) {
    String body = "{\"" + setting + "\":" + value + "}";
    add(name, json("PUT", DEFAULT, body), 409, setting + "-change", setting);
  }

  private void unmet(String name, String header, String versions) {
    Map<String, String> headers = Map.of("Content-Type", "application/json", header, versions);
    add(
        name,
        RawHttp.request("PUT", DEFAULT, headers, utf8("{}")),
        412,
        "precondition-failed",
        header);
  }

  private void namespace(String name, String body, String field) {
    add("namespace: " + name, json("PUT", NEW_NAMESPACE, body), 400, "invalid-request", field);
  }
}
