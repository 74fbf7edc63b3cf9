package io.quipu.lab.cluster;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The windows of counters, held against their counts and against what clients know. */
final class WindowsAudit {
  private static final int HOURS_AROUND = 4;

  private final List<Http> instances;
  private final Findings findings;

  WindowsAudit(List<Http> instances, Findings findings) {
    this.instances = instances;
    this.findings = findings;
  }

  /** The windows of a counter's whole life sum to its count. */
  void check(Ledger ledger) {
    switch (ledger.content) {
      case SUMMED -> {}
      case GAPS -> checkAtMost(ledger);
      case LATE -> checkMinutes(ledger);
      case POWERS -> instances.forEach(instance -> checkPowers(instance, ledger));
      case VISITORS -> instances.forEach(instance -> checkVisitors(instance, ledger));
      default -> {
        Http instance = instances.get(0);
        long sum = sum(windows(instance, ledger, "hour"), ledger);
        long count = count(instance, ledger);
        if (sum != count) {
          findings.violated("the windows of %s sum to %d, not to %d", ledger, sum, count);
        }
      }
    }
  }

  /** What came while there were windows is in them, and nothing twice. */
  private void checkAtMost(Ledger ledger) {
    for (Http instance : instances) {
      for (String granularity : ledger.content.granularities()) {
        long sum = sum(windows(instance, ledger, granularity), ledger);
        if (sum > count(instance, ledger)) {
          findings.violated(
              "windows of a %s of %s sum to %d, more than it counts", granularity, ledger, sum);
        }
      }
    }
  }

  /** A range, from the beginning of a window to that of another, around the whole run. */
  static String range(String granularity) {
    Instant now = Instant.now();
    Instant first = now.minus(HOURS_AROUND, ChronoUnit.HOURS);
    Instant last = now.plus(HOURS_AROUND, ChronoUnit.HOURS);
    return granularity.equals("day")
        ? "from=" + first.truncatedTo(ChronoUnit.DAYS) + "&to=" + nextDay(last)
        : "from="
            + first.truncatedTo(ChronoUnit.HOURS)
            + "&to="
            + last.truncatedTo(ChronoUnit.HOURS);
  }

  private static Instant nextDay(Instant time) {
    return time.truncatedTo(ChronoUnit.DAYS).plus(1, ChronoUnit.DAYS);
  }

  private static JsonArray windows(Http instance, Ledger ledger, String granularity) {
    String asked = "/windows?granularity=" + granularity + "&" + range(granularity);
    return Audit.get(instance, Http.path(ledger.namespace, ledger.counter) + asked)
        .getJsonArray("windows");
  }

  private static JsonObject total(Http instance, Ledger ledger, String granularity) {
    return Audit.get(
        instance, Http.path(ledger.namespace, ledger.counter) + "/total?" + range(granularity));
  }

  private static long sum(JsonArray windows, Ledger ledger) {
    return windows.stream().mapToLong(each -> ledger.content.count((JsonObject) each)).sum();
  }

  private static long count(Http instance, Ledger ledger) {
    return ledger.content.count(Audit.read(instance, ledger));
  }

  /**
   * The windows have each event that was acknowledged once, in one window, and no event that was
   * not sent. What is in doubt may be in some of the states of its counter, or in all.
   */
  private void checkPowers(Http instance, Ledger ledger) {
    BigInteger whole = Content.sum(Audit.read(instance, ledger));
    checkPowers(instance, ledger, "of all time", whole);
    for (String granularity : List.of("hour", "day")) {
      BigInteger sum = BigInteger.ZERO;
      BigInteger different = BigInteger.ZERO;
      for (Object each : windows(instance, ledger, granularity)) {
        BigInteger one = Content.sum((JsonObject) each);
        sum = sum.add(one);
        different = different.or(one);
      }
      checkPowers(instance, ledger, "of a " + granularity, sum);
      BigInteger total = Content.sum(total(instance, ledger, granularity));
      if (!sum.equals(different) || !sum.equals(total)) {
        findings.violated(
            "%s at %s has windows of a %s with the sum %x, of %x, and a total of %x",
            ledger, instance.base(), granularity, sum, different, total);
      }
    }
    findings.tell("%s has %d events, %d in doubt", ledger, whole.bitCount(), ledger.unknown());
  }

  private void checkPowers(Http instance, Ledger ledger, String what, BigInteger sum) {
    BigInteger sent = BigInteger.ZERO;
    BigInteger least = BigInteger.ZERO;
    BitSet acknowledged = ledger.acknowledgedNumbers();
    for (int number = 0; number < ledger.events(); number++) {
      sent = sent.or(Content.power(number));
      least = acknowledged.get(number) ? least.or(Content.power(number)) : least;
    }
    if (!least.equals(least.and(sum)) || !sent.equals(sent.or(sum))) {
      findings.violated(
          "%s at %s has %s %x, of which %x was sent and %x acknowledged",
          ledger, instance.base(), what, sum, sent, least);
    }
  }

  /** Windows that are merged have whom the whole has; who came in two of them is in both. */
  private void checkVisitors(Http instance, Ledger ledger) {
    long visitors = ledger.acknowledged();
    for (String granularity : List.of("hour", "day")) {
      long sum = sum(windows(instance, ledger, granularity), ledger);
      JsonObject total = total(instance, ledger, granularity);
      boolean within = total.getLong("lower") <= visitors && visitors <= total.getLong("upper");
      if (sum < visitors || ledger.content.count(total) != visitors || !within) {
        findings.violated(
            "%s at %s has %d visitors; its windows of a %s have %d, and all of them: %s",
            ledger, instance.base(), visitors, granularity, sum, total.encode());
      }
    }
  }

  /** The windows of late events equal what was sent, minute by minute, at every instance. */
  private void checkMinutes(Ledger ledger) {
    Map<Instant, Long> sent = new TreeMap<>();
    for (int number = 0; number < ledger.events(); number++) {
      Ledger.Event event = new Ledger.Event(ledger, number);
      Instant minute = ledger.content.time(event).truncatedTo(ChronoUnit.MINUTES);
      sent.merge(minute, event.delta(), Long::sum);
    }
    String range =
        "/windows?granularity=minute&from="
            + Content.BEGUN.minusSeconds(Content.DAY_SECONDS)
            + "&to="
            + Content.BEGUN.plusSeconds(60);
    for (Http instance : instances) {
      Map<Instant, Long> counted = new TreeMap<>();
      for (Object each :
          Audit.get(instance, Http.path(ledger.namespace, ledger.counter) + range)
              .getJsonArray("windows")) {
        JsonObject window = (JsonObject) each;
        if (window.getLong("count") != 0) {
          counted.put(Instant.parse(window.getString("start")), window.getLong("count"));
        }
      }
      if (!counted.equals(sent)) {
        counted.entrySet().removeAll(sent.entrySet());
        findings.violated(
            "%s at %s: minutes that are not as they were sent: %s of %d",
            ledger, instance.base(), counted, sent.size());
      }
    }
    findings.tell("%s has %d minutes, as they were sent", ledger, sent.size());
  }
}
