package io.quipu.client;

import java.math.BigInteger;
import java.time.Instant;
import java.util.List;

/**
 * The result of one {@link Question}. Each reader returns what the read of the same name does. It
 * fails with a {@link ProblemException} if the question has a problem, and with a {@link
 * QuipuException} if it asked for something else.
 *
 * @param id the one of the question
 * @param problem why the service did not answer it; null if it did
 * @param members of the answer, as JSON
 */
public record QueryResult(String id, @Nullable Problem problem, JsonObject members) {
  static QueryResult of(JsonObject members) {
    int status = members.integer("status", 0);
    boolean answered = status >= 200 && status < 300;
    return new QueryResult(
        members.text("id"), answered ? null : HttpAnswer.problem(members, status), members);
  }

  /** The exact count; of a prefix or namespace the sum. */
  public BigInteger count() {
    return answer().integer("count");
  }

  /** The number of events that were counted. */
  public BigInteger events() {
    return answer().integer("events");
  }

  /** The number of counters of a prefix or namespace that {@link #count} is the sum of. */
  public BigInteger counters() {
    return answer().integer("counters");
  }

  /** The result of kind {@code sketch}. */
  public Sketch sketch() {
    return SketchAnswers.parts(answer());
  }

  /** The sum in the range. */
  public Total total() {
    return Answers.total(answer().object("total"));
  }

  /** The sums of series in the range. */
  public List<TotalSeries> totalSeries() {
    return Answers.totalSeries(answer().has("total") ? members.object("total") : members);
  }

  /** The result of kind {@code sketch} in the range. */
  public SketchTotal sketchTotal() {
    return SketchAnswers.total(answer().object("total"));
  }

  /** The windows, oldest first. */
  public List<Window> windows() {
    return Answers.windows(answer());
  }

  /** The windows of series. */
  public List<WindowSeries> windowSeries() {
    return Answers.windowSeries(answer());
  }

  /** The windows of kind {@code sketch}, oldest first. */
  public List<SketchWindow> sketchWindows() {
    return SketchAnswers.windows(answer());
  }

  /** The start of the windows that are still kept; null if none of the range are left out. */
  public @Nullable Instant keptFrom() {
    return answer().timeOrNull("keptFrom");
  }

  /** The counts of series, the largest first. */
  public List<Series> series() {
    return Answers.series(answer());
  }

  /** The largest counters. */
  public List<Ranked> top() {
    return Answers.ranking(answer());
  }

  private JsonObject answer() {
    if (problem != null) {
      throw new ProblemException(problem);
    }
    return members;
  }
}
