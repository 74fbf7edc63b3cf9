package io.quipu.http;

import io.quipu.counter.Count;
import io.quipu.counter.EventTime;
import io.quipu.counter.Tally;

/** A count as the contract writes it. */
final class CountJson {
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
      json.value(count.until().toString());
    }
    json.endObject().name("tail").beginObject();
    tally(json, count.tail());
    return json.endObject().endObject();
  }

  static JsonText tally(JsonText json, Tally tally) {
    return json.field("count", tally.count()).field("events", tally.events());
  }
}
