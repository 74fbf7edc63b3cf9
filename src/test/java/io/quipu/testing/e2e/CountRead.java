package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;

/** A count as it was read: the whole, and the part of it that is settled. */
public record CountRead(long count, long events, long settledCount, long settledEvents) {

  static CountRead of(JsonObject json) {
    JsonObject settled = json.getJsonObject("settled");
    JsonObject tail = json.getJsonObject("tail");
    CountRead read =
        new CountRead(
            json.getLong("count"),
            json.getLong("events"),
            settled.getLong("count"),
            settled.getLong("events"));
    assertThat(read.settledCount + tail.getLong("count")).as(json.encode()).isEqualTo(read.count);
    assertThat(read.settledEvents + tail.getLong("events"))
        .as(json.encode())
        .isEqualTo(read.events);
    return read;
  }

  public boolean isSettled() {
    return count == settledCount && events == settledEvents;
  }
}
