package io.quipu.client;

import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A question of {@link QuipuClient#query}: to a counter, to all counters with a prefix, or, without
 * either, to a whole namespace. Each method returns another question. A question without a range,
 * zone or comparison takes the one of the query.
 */
public final class Question {
  private final Map<String, @Nullable Object> members;

  private Question(Map<String, @Nullable Object> members) {
    this.members = members;
  }

  private static Question of(String id, String ask) {
    return new Question(Map.of("id", id)).with("ask", ask);
  }

  /** Asks for a count. */
  public static Question count(String id) {
    return of(id, "count");
  }

  /** Asks for the sum in a range of time. */
  public static Question total(String id) {
    return of(id, "total");
  }

  /** Asks for the windows of a range of time. */
  public static Question windows(String id, Granularity granularity) {
    return of(id, "windows").with("granularity", granularity.word());
  }

  /** Asks for the counts of series. */
  public static Question series(String id, Breakdown breakdown) {
    return of(id, "series").by(breakdown);
  }

  /** Asks for the largest counters, at most so many. */
  public static Question top(String id, int limit) {
    return of(id, "top").with("limit", limit);
  }

  /** This question to a counter. */
  public Question counter(CounterRef counter) {
    return namespace(counter.namespace()).counter(counter.counter());
  }

  /** This question to a counter. */
  public Question counter(String counter) {
    return with("counter", counter);
  }

  /** This question to all counters whose names begin so. */
  public Question prefix(String prefix) {
    return with("prefix", prefix);
  }

  /** This question in a namespace, not that of the client. */
  public Question namespace(String namespace) {
    return with("namespace", namespace);
  }

  /** This question for series only. */
  public Question by(Breakdown breakdown) {
    Question question = breakdown.by().isEmpty() ? this : with("by", breakdown.by());
    question = breakdown.where().isEmpty() ? question : question.with("where", breakdown.where());
    return breakdown.limit() == 0 ? question : question.with("limit", breakdown.limit());
  }

  /** This question over a range of time. */
  public Question over(Range range) {
    return with("range", range.json());
  }

  /** This question in a time zone, in which days and ranges of the calendar begin. */
  public Question in(ZoneId zone) {
    return with("tz", zone.getId());
  }

  /** This question, and the same to the range before. */
  public Question compared() {
    return with("compare", "previous");
  }

  private Question with(String name, Object value) {
    Map<String, @Nullable Object> more = new LinkedHashMap<>(members);
    more.put(name, value);
    return new Question(more);
  }

  /**
   * Returns the question as JSON.
   *
   * @param otherwise the namespace of a question without one
   */
  JsonObject json(String otherwise) {
    return new JsonObject(
        members.containsKey("namespace") ? members : with("namespace", otherwise).members);
  }
}
