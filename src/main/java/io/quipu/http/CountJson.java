package io.quipu.http;

import io.quipu.counter.Count;
import io.quipu.counter.EventTime;
import io.quipu.counter.Tally;
import io.quipu.web.JsonText;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;

/** A count as the contract writes it. */
final class CountJson {
  /**
   * Always three digits, cut off: what is settled until a time is settled until a little before.
   */
  private static final DateTimeFormatter MILLIS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private CountJson() {}

  static JsonText write(JsonText json, Count count) {
    json.beginObject()
        .field("namespace", count.counter().namespace())
        .field("counter", count.counter().name());
    tally(json, count.total());
    json.name("settled").beginObject();
    tally(json, count.settled());
    json.name("until");
    if (count.until().equals(EventTime.MIN)) {
      json.nullValue();
    } else {
      json.value(MILLIS.format(count.until().instant()));
    }
    json.endObject().name("tail").beginObject();
    tally(json, count.tail());
    return json.endObject().endObject();
  }

  static JsonText tally(JsonText json, Tally tally) {
    return json.field("count", tally.count()).field("events", tally.events());
  }
}
