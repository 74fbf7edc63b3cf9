package io.quipu.lab.cluster;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The windows that were told to be settled, each as it was told first: it must never be told
 * otherwise. Shared by all readers.
 */
final class SettledWindows {
  /** A window that was asked for in this way, of a counter or of one of its series. */
  private record Key(Ledger ledger, String asked, String labels, String start) {}

  /** Before the run, and as far ahead as a clock is fast, which kind {@code linear} goes by. */
  private static final int MINUTES_BEFORE = 5;

  private static final int MINUTES_AHEAD = 65;

  private final Findings findings;
  private final Instant first =
      Instant.now().truncatedTo(ChronoUnit.MINUTES).minus(MINUTES_BEFORE, ChronoUnit.MINUTES);
  private final Map<Key, String> told = new ConcurrentHashMap<>();
  private final Set<Key> changed = ConcurrentHashMap.newKeySet();

  SettledWindows(Findings findings) {
    this.findings = findings;
  }

  /** Those of counters that keep theirs: another life has windows of its own. */
  static boolean areWatched(Ledger ledger) {
    return ledger.cuts.way != Cuts.Way.PURGE;
  }

  /**
   * Reads windows of a counter, or of its series, and holds them against what was told before;
   * answers false if they could not be read.
   */
  boolean read(Http instance, Ledger ledger, String granularity, boolean bySeries) {
    boolean minutes = granularity.equals("minute");
    ChronoUnit unit = minutes ? ChronoUnit.MINUTES : ChronoUnit.HOURS;
    String asked = (bySeries ? SeriesAudit.BOTH + "&" : "?") + "granularity=" + granularity;
    Instant last = Instant.now().plus(MINUTES_AHEAD, ChronoUnit.MINUTES).truncatedTo(unit);
    boolean all = true;
    Instant to;
    try {
      for (Instant from = first.truncatedTo(unit); from.isBefore(last); from = to) {
        // a hundred series may have a hundred windows each in one answer
        Instant most = from.plus(90, unit);
        to = most.isBefore(last) ? most : last;
        String range = "&from=" + from + "&to=" + to;
        Http.Answer answer =
            instance.get(Http.path(ledger.namespace, ledger.counter) + "/windows" + asked + range);
        boolean off = answer.status() == 400 && ledger.content == Content.GAPS;
        if (answer.status() == 200) {
          hold(instance, ledger, asked, answer.json(), bySeries);
        } else if (!off && answer.status() != 503) {
          findings.violated("%s at %s%s: %s", ledger, instance.base(), asked, answer);
        }
        all &= answer.status() == 200;
      }
      return all;
    } catch (UncheckedIOException notThere) {
      return false;
    }
  }

  /** Holds an answer against those before it, to the same question. */
  void hold(Http instance, Ledger ledger, String asked, JsonObject answer, boolean bySeries) {
    JsonArray all = bySeries ? answer.getJsonArray("series") : new JsonArray(List.of(answer));
    for (Object each : all) {
      JsonObject one = (JsonObject) each;
      String labels = bySeries ? one.getJsonObject("labels").encode() : "";
      for (Object window : one.getJsonArray("windows")) {
        hold(instance, new Key(ledger, asked, labels, start(window)), (JsonObject) window);
      }
    }
  }

  private static String start(Object window) {
    return ((JsonObject) window).getString("start");
  }

  private void hold(Http instance, Key key, JsonObject window) {
    String now = window.encode();
    String before = window.getBoolean("settled") ? told.putIfAbsent(key, now) : told.get(key);
    // once is enough, of a window that everybody reads again and again
    if (before != null && !isSame(key.ledger(), before, window) && changed.add(key)) {
      findings.violated(
          "%s%s %s was told as settled: %s; now at %s: %s",
          key.ledger(), key.asked(), key.labels(), before, instance.base(), now);
    }
  }

  /**
   * Tells whether a window is what it was when it was settled. Of a sketch the page of no counter
   * says that it is settled, but the horizon that each instance knows: one may be behind another.
   */
  private static boolean isSame(Ledger ledger, String before, JsonObject window) {
    JsonObject now = ledger.content.isSketch() ? window.copy().put("settled", true) : window;
    return before.equals(now.encode());
  }

  /** Reads all that anybody was told about these counters once more, at each instance. */
  void readAgain(List<Http> instances, List<Ledger> ledgers) {
    ParallelChecks.forEach(
        ledgers.stream().filter(SettledWindows::areWatched).toList(),
        ledger -> instances.forEach(instance -> readAgain(instance, ledger)));
    findings.tell("%d windows were told to be settled; %d changed", told.size(), changed.size());
  }

  private void readAgain(Http instance, Ledger ledger) {
    for (String granularity : ledger.content.granularities()) {
      readAgain(instance, ledger, granularity, false);
      if (ledger.series() != null) {
        readAgain(instance, ledger, granularity, true);
      }
    }
  }

  private void readAgain(Http instance, Ledger ledger, String granularity, boolean bySeries) {
    Waits.until(
        "windows of %s at %s".formatted(ledger, instance.base()),
        () -> read(instance, ledger, granularity, bySeries));
  }
}
