package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpHeaders;

/** What the service answered. */
public record Answer(int status, HttpHeaders headers, String text) {

  public JsonObject json() {
    return new JsonObject(text);
  }

  /** The last part of a problem's type; empty where the answer is no problem. */
  public String problem() {
    boolean isProblem =
        headers.firstValue("content-type").orElse("").equals("application/problem+json");
    return isProblem ? json().getString("type").replace("/problems/", "") : "";
  }

  public Answer expect(int expected) {
    assertThat(status).as(text).isEqualTo(expected);
    return this;
  }
}
