package io.quipu.http;

import io.quipu.query.Verdict;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.UUID;

/** The answer to events that are all recorded, with or without their verdicts. */
final class RecordedAnswer {
  private RecordedAnswer() {}

  /**
   * @param at the row of the last event
   */
  static Answer of(int events, UUID at) {
    return Answer.json(
        201,
        Buffer.buffer("{\"status\":\"recorded\",\"events\":" + events + ",\"at\":\"" + at + "\"}"));
  }

  /** Of a single event. */
  static Answer of(UUID at, Verdict verdict) {
    return answer(begin(1, at).field("outcome", verdict.label()));
  }

  /** Of a list of events, in their order. */
  static Answer of(UUID at, List<Verdict> verdicts) {
    JsonText json = begin(verdicts.size(), at).name("outcomes").beginArray();
    verdicts.forEach(verdict -> json.value(verdict.label()));
    return answer(json.endArray());
  }

  private static JsonText begin(int events, UUID at) {
    return new JsonText()
        .beginObject()
        .field("status", "recorded")
        .field("events", events)
        .field("at", at.toString());
  }

  private static Answer answer(JsonText json) {
    return Answer.json(201, json.endObject().toBuffer());
  }
}
