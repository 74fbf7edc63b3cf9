package io.quipu.edge.http.read;

import io.quipu.edge.counters.SeriesInput;
import io.quipu.edge.web.Query;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.SeriesAnswer;
import io.quipu.engine.kind.answer.SeriesAnswers;
import io.quipu.engine.kind.answer.SeriesRange;
import io.quipu.engine.kind.answer.WindowAnswers;
import io.quipu.engine.names.KnownCounter;
import io.quipu.service.SeriesInTime.InRange;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Answers of several series. */
final class SeriesResponse {
  private static final String LABELS = "labels";
  private static final String BY_COUNT = "count";
  private static final String BY_NAME = "name";

  private SeriesResponse() {}

  /** Reads {@code order}, {@code limit} and {@code after}, and asks for the series. */
  static SeriesRange range(SeriesInput input, KnownCounter counter, Query query) {
    String order = query.get("order").orElse(BY_COUNT);
    boolean byCount = order.equals(BY_COUNT);
    if (!byCount && !order.equals(BY_NAME)) {
      throw new InvalidInput("order", "order must be one of count, name");
    }
    String after = query.get("after").orElse("");
    if (byCount && query.get("after").isPresent()) {
      throw new InvalidInput("after", "after needs order=name: the largest have one page");
    }
    return input.range(counter, after, ListLimit.of(query), byCount);
  }

  /** Writes the counts of series as an answer. */
  static Consumer<JsonText> members(SeriesInput input, KnownCounter counter, SeriesAnswers counts) {
    return json -> {
      json.field("namespace", counter.name().namespace()).field("counter", counter.name().name());
      input.write(json).name("series").beginArray();
      for (Answer one : counts.series()) {
        json.beginObject();
        SeriesAnswer.labels(json, LABELS, counter, one.counter().series());
        one.writeParts(json);
        json.endObject();
      }
      json.endArray();
      String next = counts.next();
      if (next != null) {
        json.field("next", SeriesInput.next(next));
      }
      Long total = counts.total();
      if (total != null) {
        json.field("total", total);
      }
    };
  }

  /**
   * Writes the elements of {@code series}.
   *
   * @param write writes answers into the object of their series
   */
  static JsonText write(
      SeriesInput input,
      List<InRange> series,
      JsonText json,
      BiConsumer<JsonText, WindowAnswers> write) {
    input.write(json).name("series").beginArray();
    for (InRange one : series) {
      json.beginObject();
      SeriesAnswer.labels(json, LABELS, one.series(), one.series().name().series());
      write.accept(json, one.answers());
      json.endObject();
    }
    return json.endArray();
  }
}
