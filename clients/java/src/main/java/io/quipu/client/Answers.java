package io.quipu.client;

import java.util.List;
import java.util.function.Function;

/** The readers of answers. */
final class Answers {
  private Answers() {}

  static Count count(HttpAnswer answer) {
    return count(JsonReader.object(answer.body()));
  }

  static Count count(JsonObject body) {
    if (!body.members().containsKey("count")) {
      throw new QuipuException(
          "%s has no count, but a sketch: its namespace is of kind sketch"
              .formatted(body.text("counter")),
          null);
    }
    JsonObject settled = body.object("settled");
    JsonObject tail = body.object("tail");
    return new Count(
        body.text("namespace"),
        body.text("counter"),
        body.integer("count"),
        body.integer("events"),
        new Count.Settled(
            settled.integer("count"), settled.integer("events"), settled.timeOrNull("until")),
        new Count.Tail(tail.integer("count"), tail.integer("events")),
        new Count.Bounds(
            body.integerOrNull("min"),
            body.integerOrNull("max"),
            body.integerOrNull("remaining"),
            body.timeOrNull("resets")));
  }

  /**
   * Reads what many counters were asked for.
   *
   * @param member has one element for each of them
   * @param asked how many
   */
  static <T> List<T> many(
      HttpAnswer answer, String member, int asked, Function<JsonObject, T> one) {
    List<T> all = JsonReader.object(answer.body()).objects(member).stream().map(one).toList();
    if (all.size() != asked) {
      throw new QuipuException("There are " + all.size() + " " + member + ", not " + asked, null);
    }
    return all;
  }

  static List<Window> windows(HttpAnswer answer) {
    return windows(JsonReader.object(answer.body()));
  }

  static List<Window> windows(JsonObject body) {
    return body.objects("windows").stream()
        .map(
            window ->
                new Window(
                    window.time("start"),
                    window.time("end"),
                    window.integer("count"),
                    window.integer("events"),
                    window.flag("settled")))
        .toList();
  }

  static Total total(HttpAnswer answer) {
    return total(JsonReader.object(answer.body()));
  }

  static Total total(JsonObject body) {
    boolean compared = body.members().containsKey("previous");
    return total(body, compared ? total(body.object("previous"), null) : null);
  }

  private static Total total(JsonObject sum, @Nullable Total previous) {
    return new Total(
        sum.time("from"),
        sum.time("to"),
        sum.integer("count"),
        sum.integer("events"),
        sum.flag("settled"),
        previous);
  }

  static SeriesPage series(HttpAnswer answer) {
    JsonObject body = JsonReader.object(answer.body());
    return new SeriesPage(series(body), body.textOrNull("next"));
  }

  static List<Series> series(JsonObject body) {
    return body.objects("series").stream()
        .map(one -> new Series(one.texts("labels"), one.integer("count"), one.integer("events")))
        .toList();
  }

  static List<WindowSeries> windowSeries(HttpAnswer answer) {
    return windowSeries(JsonReader.object(answer.body()));
  }

  static List<WindowSeries> windowSeries(JsonObject body) {
    return body.objects("series").stream()
        .map(one -> new WindowSeries(one.texts("labels"), windows(one)))
        .toList();
  }

  static List<TotalSeries> totalSeries(HttpAnswer answer) {
    return totalSeries(JsonReader.object(answer.body()));
  }

  static List<TotalSeries> totalSeries(JsonObject body) {
    return body.objects("series").stream()
        .map(one -> new TotalSeries(one.texts("labels"), total(one)))
        .toList();
  }

  static List<Ranked> ranking(HttpAnswer answer) {
    return ranking(JsonReader.object(answer.body()));
  }

  static List<Ranked> ranking(JsonObject body) {
    return body.objects("counters").stream().map(Answers::ranked).toList();
  }

  static Ranked ranked(JsonObject one) {
    return new Ranked(
        one.text("counter"),
        one.has("count") ? one.integer("count") : null,
        one.integer("events"),
        estimate(one));
  }

  private static @Nullable Estimate estimate(JsonObject of) {
    return of.members().get("estimate") == null
        ? null
        : new Estimate(of.decimal("estimate"), of.decimal("lower"), of.decimal("upper"));
  }
}
