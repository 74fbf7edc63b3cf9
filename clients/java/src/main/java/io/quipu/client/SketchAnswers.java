package io.quipu.client;

import io.quipu.client.Sketch.Estimate;
import io.quipu.client.Sketch.Item;
import io.quipu.client.Sketch.Quantile;
import java.util.List;

/** The readers of answers of sketches. */
final class SketchAnswers {
  private SketchAnswers() {}

  static CounterSketch sketch(HttpAnswer answer) {
    return sketch(JsonReader.object(answer.body()));
  }

  static CounterSketch sketch(JsonObject body) {
    if (body.has("count")) {
      throw new QuipuException(
          "%s has a count, but no sketch: its namespace is not of kind sketch"
              .formatted(body.text("counter")),
          null);
    }
    return new CounterSketch(body.text("namespace"), body.text("counter"), parts(body));
  }

  static List<SketchWindow> windows(HttpAnswer answer) {
    return windows(JsonReader.object(answer.body()));
  }

  static List<SketchWindow> windows(JsonObject body) {
    return body.objects("windows").stream()
        .map(
            window ->
                new SketchWindow(
                    window.time("start"),
                    window.time("end"),
                    parts(window),
                    window.flag("settled")))
        .toList();
  }

  static SketchTotal total(HttpAnswer answer) {
    return total(JsonReader.object(answer.body()));
  }

  static SketchTotal total(JsonObject body) {
    boolean compared = body.members().containsKey("previous");
    return total(body, compared ? total(body.object("previous"), null) : null);
  }

  private static SketchTotal total(JsonObject range, @Nullable SketchTotal previous) {
    return new SketchTotal(
        range.time("from"), range.time("to"), parts(range), range.flag("settled"), previous);
  }

  static Sketch parts(JsonObject body) {
    boolean items = body.members().containsKey("items");
    boolean quantiles = body.members().containsKey("quantiles");
    return new Sketch(
        body.integer("events"),
        items || quantiles ? null : estimate(body, "estimate"),
        items
            ? body.objects("items").stream()
                .map(one -> new Item(one.value("item"), one.estimate("estimate")))
                .toList()
            : List.of(),
        quantiles
            ? body.objects("quantiles").stream()
                .map(one -> new Quantile(one.number("rank"), estimate(one, "value")))
                .toList()
            : List.of());
  }

  private static @Nullable Estimate estimate(JsonObject body, String name) {
    return body.members().containsKey(name) && body.members().get(name) == null
        ? null
        : body.estimate(name);
  }
}
