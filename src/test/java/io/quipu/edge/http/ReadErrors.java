package io.quipu.edge.http;

import java.util.List;

/** Questions that cannot be answered. */
final class ReadErrors extends ErrorRows {
  private static final String NAMESPACES = "/v1/namespaces?";
  private static final String TOP = LIST + "/top?";

  @Override
  void rows() {
    badCounts();
    badWindows();
    badLists();
    badTops();
    badRecounts();
    badResets();
  }

  private void badResets() {
    request("a reset with a parameter", "DELETE", COUNT + "?at=now", "at");
    request("a reset of an empty counter", "DELETE", "/v1/counters/default/", "counter");
    add("a reset with a body", json("DELETE", COUNT, "{}"), 400, "invalid-request", "body");
  }

  private void badRecounts() {
    String recount = COUNT + "/recount";
    request("a recount with a parameter", "POST", recount + "?repair=true", "repair");
    request("a recount of an empty counter", "POST", "/v1/counters/default//recount", "counter");
    add("a recount with a body", json("POST", recount, "{}"), 400, "invalid-request", "body");
    add("a recount to read", bare("GET", recount), 405, "method-not-allowed", "");
  }

  private void badCounts() {
    counts("no counters", "{}", "counters", -1);
    counts("an empty list", "{\"counters\":[]}", "counters", -1);
    counts("a list of strings", "{\"counters\":[\"c\"]}", "counters[0].counter", 0);
    counts("an unknown field", "{\"counters\":[{\"counter\":\"c\"}],\"limit\":1}", "limit", -1);
    counts(
        "counters twice", "{\"counters\":[{\"counter\":\"c\"}],\"counters\":[]}", "counters", -1);
    counts(
        "an unknown field within",
        "{\"counters\":[{\"counter\":\"c\",\"delta\":1}]}",
        "counters[0].delta",
        0);
    counts(
        "no counter within", "{\"counters\":[{\"counter\":\"c\"},{}]}", "counters[1].counter", 1);
    counts("an array", "[]", "body", -1);
    counts(
        "1,001 counters",
        "{\"counters\":[" + repeated("{\"counter\":\"c\"}", 1_001, ",") + "]}",
        "counters",
        -1);
    add(
        "an unknown namespace within",
        json(
            "POST",
            "/v1/counts",
            "{\"counters\":[{\"counter\":\"c\"},{\"namespace\":\"nobodys\",\"counter\":\"c\"}]}"),
        404,
        "unknown-namespace",
        "counters[1].namespace",
        1);
  }

  private void badWindows() {
    request("windows of no granularity", "GET", WINDOWS, "granularity");
    request("windows of a fortnight", "GET", WINDOWS + "?granularity=fortnight", "granularity");
    request("windows of no zone", "GET", WINDOWS + "?granularity=day&tz=Mars", "tz");
    request("a total without from", "GET", TOTAL, "from");
    request("a total inside a minute", "GET", TOTAL + "?from=2026-01-01T00:00:01Z", "from");
    request("a total beside another", "GET", TOTAL + "?from=-1d&compare=next", "compare");
    request(
        "granularity twice", "GET", WINDOWS + "?granularity=hour&granularity=day", "granularity");
    range("from after to", "hour", "2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z", "from");
    request(
        "from in the future",
        "GET",
        WINDOWS + "?granularity=hour&from=5000-01-01T00:00:00Z",
        "from");
    range("a million windows", "minute", "2020-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "from");
    range("10,001 windows", "minute", "2026-01-01T00:00:00Z", "2026-01-07T22:40:01Z", "from");
    range("the year 1", "day", "0001-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "from");
    range("the year 9999", "day", "2026-01-01T00:00:00Z", "9999-01-01T00:00:00Z", "to");
    String far = "%2B999999999-01-01T00:00:00Z";
    range("the year 999999999", "day", "2026-01-01T00:00:00Z", far, "to");
    badFrom("30 February", "2026-02-30T00:00:00Z");
    badFrom("hour 24", "2026-02-20T24:00:00Z");
    badFrom("no zone", "2026-02-20T00:00:00");
    badFrom("a month", "2026-02");
    badFrom("no seconds", "2026-02-20T00:00Z");
    badFrom("a number", "1767225600");
    badFrom("an empty time", "");
  }

  private void badFrom(String name, String from) {
    range(name, "day", from, "2026-03-01T00:00:00Z", "from");
  }

  private void range(String name, String granularity, String from, String to, String field) {
    String query = "?granularity=" + granularity + "&from=" + from + "&to=" + to;
    request(name, "GET", WINDOWS + query, field);
  }

  private void badTops() {
    for (String n : List.of("0", "1001", "x", "", "-1")) {
      request("a top of '" + n + "'", "GET", TOP + "n=" + n, "n");
    }
    request("a top by decade", "GET", TOP + "granularity=decade", "granularity");
    request("a top of a zone of no window", "GET", TOP + "tz=Europe/Zurich", "granularity");
    request("a top of no zone", "GET", TOP + "granularity=day&tz=Mars", "tz");
    request(
        "a day of UTC as one of Zurich",
        "GET",
        TOP + "granularity=day&tz=Europe/Zurich&window=2026-01-01T00:00:00Z",
        "window");
    request(
        "a window of no granularity", "GET", TOP + "window=2026-01-01T00:00:00Z", "granularity");
    for (String window :
        List.of("2026-01-01T00:00:01Z", "2026-01-01T01:00:00Z", "2026-01", "", "-1q")) {
      request(
          "a top of the day '" + window + "'",
          "GET",
          TOP + "granularity=day&window=" + window,
          "window");
    }
    request("a top of a prefix of 513 bytes", "GET", TOP + "prefix=" + "n".repeat(513), "prefix");
    request("a top with a limit", "GET", TOP + "limit=1", "limit");
  }

  private void badLists() {
    for (String limit : List.of("0", "1001", "-1", "x", "", "1.5", "99999999999")) {
      request("a limit of '" + limit + "'", "GET", LIST + "?limit=" + limit, "limit");
    }
    for (String limit : List.of("0", "1001", "x", "")) {
      request(
          "a limit of '" + limit + "' namespaces", "GET", NAMESPACES + "limit=" + limit, "limit");
    }
    for (String after : List.of("A", "1st", "a%20b", "%FF", "n".repeat(49))) {
      request("namespaces after '" + after + "'", "GET", NAMESPACES + "after=" + after, "after");
    }
    request("an unknown parameter of namespaces", "GET", NAMESPACES + "contains=a", "contains");
    request("after 600 bytes", "GET", LIST + "?after=" + "n".repeat(600), "after");
    for (String prefix : List.of("n".repeat(513), "%FF", "%E2%82")) {
      request("a prefix of '" + prefix + "'", "GET", LIST + "?prefix=" + prefix, "prefix");
    }
    for (String order : List.of("", "counts", "events", "Count")) {
      request("an order of '" + order + "'", "GET", LIST + "?order=" + order, "order");
    }
    request("the largest after a name", "GET", LIST + "?order=count&after=a", "after");
    request("1,001 of the largest", "GET", LIST + "?order=count&limit=1001", "limit");
    request("an unknown parameter of a list", "GET", LIST + "?offset=1", "offset");
  }

  private void counts(String name, String body, String field, int index) {
    add("counts: " + name, json("POST", "/v1/counts", body), 400, "invalid-request", field, index);
  }
}
