package io.quipu.edge.http.record;

import io.quipu.edge.response.Response;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.kind.answer.Allowance;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.query.Verdict;
import io.vertx.core.buffer.Buffer;
import java.math.BigInteger;
import java.util.List;
import java.util.UUID;

/** The response to events that are all recorded, with or without their verdicts. */
final class RecordedResponse {
  private RecordedResponse() {}

  /**
   * @param events the number of happenings
   * @param at the timeuuid of the row of the last event
   */
  static Response of(long events, UUID at) {
    return Response.json(
        201,
        Buffer.buffer("{\"status\":\"recorded\",\"events\":" + events + ",\"at\":\"" + at + "\"}"));
  }

  /** The response for events of one counter, with the count if the kind knows the count. */
  static Response of(long events, Recorded recorded) {
    BigInteger count = recorded.count();
    return count == null
        ? of(events, recorded.at())
        : response(Allowance.write(begin(events, recorded.at()).field("count", count), recorded));
  }

  /** The response for a single event, with its verdict. */
  static Response of(long events, UUID at, Verdict verdict) {
    return response(begin(events, at).field("outcome", verdict.label()));
  }

  /** The response for a list of events, with verdicts in the order of the events. */
  static Response of(long events, UUID at, List<Verdict> verdicts) {
    JsonText json = begin(events, at).name("outcomes").beginArray();
    verdicts.forEach(verdict -> json.value(verdict.label()));
    return response(json.endArray());
  }

  /** The response for an empty batch. */
  static Response ofNone(boolean confirmed) {
    JsonText json = new JsonText().beginObject().field("status", "recorded").field("events", 0);
    return response(confirmed ? json.name("outcomes").beginArray().endArray() : json);
  }

  private static JsonText begin(long events, UUID at) {
    return new JsonText()
        .beginObject()
        .field("status", "recorded")
        .field("events", events)
        .field("at", at.toString());
  }

  private static Response response(JsonText json) {
    return Response.json(201, json.endObject());
  }
}
