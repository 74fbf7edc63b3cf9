package io.quipu.cli.report;

import io.quipu.client.JsonObject;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The questions of a report, which are one request.
 *
 * @param today the present day in the time zone
 * @param zone the name of the time zone
 * @param prefix how the names of counters begin; null for all counters
 * @param counters the only counters of the report; if there are none, it is of the prefix
 * @param settings what is known of the namespace
 */
public record ReportQuestions(
    String namespace,
    Period period,
    LocalDate today,
    String zone,
    @Nullable String prefix,
    List<String> counters,
    Settings settings) {
  /** The maximum number of counters: each has two questions of the 100 that a request may have. */
  public static final int MOST_COUNTERS = 50;

  static final String TOTAL = "total";
  static final String WINDOWS = "windows";
  static final String TOP = "top";
  static final String BEFORE = "before";
  static final String BY = "by";

  private static final int MOST_BREAKDOWNS = 3;
  private static final int LARGEST = 10;
  private static final int LARGEST_OF_LABEL = 5;

  /** So many counters of the period before are compared with the largest. */
  private static final int COMPARED = 1_000;

  /** The id of a question about one of the counters, or of the breakdowns. */
  static String id(String about, int index) {
    return about + " " + index;
  }

  /** The labels by which the only counter is broken down. */
  List<List<String>> breakdowns() {
    List<List<String>> all = counters.size() == 1 ? settings.breakdowns() : List.of();
    return all.subList(0, Math.min(all.size(), MOST_BREAKDOWNS));
  }

  /** The body of the request. */
  public String body() {
    List<JsonObject> questions = counters.isEmpty() ? ofPrefix() : ofCounters();
    return new JsonObject()
        .put("tz", zone)
        .put("range", period.range())
        .put("queries", questions)
        .toString();
  }

  private List<JsonObject> ofPrefix() {
    List<JsonObject> questions =
        List.of(
            compared(question(TOTAL, "total")),
            windows(question(WINDOWS, "windows")),
            question(TOP, "top").put("limit", LARGEST),
            question(BEFORE, "top").put("range", period.before(today)).put("limit", COMPARED));
    if (prefix != null) {
      questions.forEach(question -> question.put("prefix", prefix));
    }
    return questions;
  }

  private List<JsonObject> ofCounters() {
    List<JsonObject> questions = new ArrayList<>();
    for (int i = 0; i < counters.size(); i++) {
      String counter = counters.get(i);
      questions.add(compared(question(id(TOTAL, i), "total")).put("counter", counter));
      questions.add(windows(question(id(WINDOWS, i), "windows")).put("counter", counter));
    }
    for (int i = 0; i < breakdowns().size(); i++) {
      questions.add(
          compared(question(id(BY, i), "series"))
              .put("counter", counters.get(0))
              .put("by", breakdowns().get(i))
              .put("limit", LARGEST_OF_LABEL));
    }
    return questions;
  }

  private JsonObject question(String id, String ask) {
    return new JsonObject().put("id", id).put("namespace", namespace).put("ask", ask);
  }

  private static JsonObject compared(JsonObject question) {
    return question.put("compare", "previous");
  }

  private JsonObject windows(JsonObject question) {
    return question.put("granularity", period.granularity());
  }
}
