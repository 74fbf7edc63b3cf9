package io.quipu.lab.cluster;

import io.quipu.lab.cluster.Ledger.Event;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;

/**
 * The series of counters, held against what was sent: each series of a label that an event never
 * changes is exact; those of another one are not known, but sum to these, and stay as they are.
 */
final class SeriesAudit {
  /** Asks for the series of all labels, and for all of them: of windows, ten are told otherwise. */
  static final String BOTH = "?by=country,plan&limit=100";

  private static final String ONE = "?by=country";

  private final List<Http> instances;
  private final Findings findings;
  private final Map<Ledger, Map<String, Long>> before = new ConcurrentHashMap<>();

  SeriesAudit(List<Http> instances, Findings findings) {
    this.instances = instances;
    this.findings = findings;
  }

  /**
   * Checks a counter of which all events are acknowledged, and which is settled. If it is checked
   * again, no event may have been recorded between.
   */
  void check(Ledger ledger) {
    if (ledger.series() == null) {
      return;
    }
    Map<String, Long> sent =
        ledger.cuts.isEmpty() ? sent(ledger) : counted(ledger, ONE, ledger.cuts);
    // a breakdown that came about later has less
    Map<String, Long> both =
        ledger.series() == ledger.cuts ? sent : counted(ledger, BOTH, ledger.series());
    for (Http instance : instances) {
      compare(ledger, "by country", sent, counts(get(instance, ledger, ONE), SeriesAudit::country));
      JsonObject read = get(instance, ledger, BOTH);
      compare(ledger, "by country and plan", both, counts(read, SeriesAudit::country));
      Map<String, Long> each = counts(read, JsonObject::encode);
      Map<String, Long> first = before.putIfAbsent(ledger, each);
      compare(ledger, "by country and plan, as before", first == null ? each : first, each);
    }
    checkRanges(ledger, sent, both);
    findings.tell("%s has the series %s, as they were sent", ledger, sent);
  }

  private static Map<String, Long> sent(Ledger ledger) {
    Map<String, Long> sent = new TreeMap<>();
    for (int number = 0; number < ledger.events(); number++) {
      Event event = new Event(ledger, number);
      sent.merge(Content.country(event), event.delta(), Long::sum);
    }
    return sent;
  }

  /** By one instance; it must be as much as there may be, and all else must be equal to it. */
  private Map<String, Long> counted(Ledger ledger, String by, Cuts cuts) {
    JsonObject answer = get(instances.get(0), ledger, by);
    long now = History.now();
    List<History.Range> ranges = ledger.seriesRanges(cuts, now, now);
    if (ranges.stream().noneMatch(range -> range.has(sum(answer)))) {
      findings.violated("the series of %s sum to none of %s: %s", ledger, ranges, answer.encode());
    }
    return counts(answer, SeriesAudit::country);
  }

  /** Totals and windows by labels are those of all time. */
  private void checkRanges(Ledger ledger, Map<String, Long> sent, Map<String, Long> both) {
    Http instance = instances.get(0);
    String range = "&" + WindowsAudit.range("hour");
    JsonObject totals = get(instance, ledger, "/total" + ONE + range);
    compare(ledger, "of a total", sent, counts(totals, SeriesAudit::country));
    JsonObject windows = get(instance, ledger, "/windows" + BOTH + range + "&granularity=hour");
    Map<String, Long> sums =
        sums(windows, SeriesAudit::country, one -> sum(one.getJsonArray("windows")));
    compare(ledger, "of windows", both, sums);
  }

  private void compare(Ledger ledger, String what, Map<String, Long> sent, Map<String, Long> is) {
    if (!is.equals(sent)) {
      findings.violated("%s %s has the series %s, not %s", ledger, what, is, sent);
    }
  }

  private static JsonObject get(Http instance, Ledger ledger, String asked) {
    return Audit.get(instance, Http.path(ledger.namespace, ledger.counter) + asked);
  }

  private static String country(JsonObject labels) {
    return labels.getString("country");
  }

  /** The sum of all series. */
  static long sum(JsonObject answer) {
    return sum(answer.getJsonArray("series"));
  }

  private static long sum(JsonArray parts) {
    return parts.stream().mapToLong(each -> ((JsonObject) each).getLong("count")).sum();
  }

  private interface Key {
    String of(JsonObject labels);
  }

  private static Map<String, Long> counts(JsonObject answer, Key key) {
    return sums(answer, key, one -> one.getLong("count"));
  }

  private static Map<String, Long> sums(
      JsonObject answer, Key key, ToLongFunction<JsonObject> count) {
    Map<String, Long> sums = new TreeMap<>();
    for (Object each : answer.getJsonArray("series")) {
      JsonObject one = (JsonObject) each;
      sums.merge(key.of(one.getJsonObject("labels")), count.applyAsLong(one), Long::sum);
    }
    // a series that was reset may be left out
    sums.values().removeIf(sum -> sum == 0);
    return sums;
  }
}
