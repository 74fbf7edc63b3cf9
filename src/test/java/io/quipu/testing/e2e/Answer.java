package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpHeaders;

/** What the service answered. */
record Answer(int status, HttpHeaders headers, String text) {

  JsonObject json() {
    return new JsonObject(text);
  }

  /** The last part of a problem's type; empty where the answer is no problem. */
  String problem() {
    boolean isProblem =
        headers.firstValue("content-type").orElse("").equals("application/problem+json");
    return isProblem ? json().getString("type").replace("/problems/", "") : "";
  }

  Answer expect(int expected) {
    assertThat(status).as(text).isEqualTo(expected);
    return this;
  }
}
