package io.quipu.lab.cluster;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The outcome of an event, as far as its sender was told. */
enum Outcome {
  RECORDED,
  REFUSED,
  UNKNOWN;

  static final String LATE = "late-event";

  private static final String OUTCOME_UNKNOWN = "outcome-unknown";

  /** Reads from an answer the outcome of each event that was sent. */
  static List<Outcome> of(int events, Http.Answer answer) {
    return switch (answer.status()) {
      case 201 -> all(events, RECORDED);
      case 207 -> mixed(events, answer.json());
      // a time that is too old, or no such namespace any more
      case 400, 404 -> all(events, REFUSED);
      case 429, 503 -> all(events, of(answer.problem()));
      default -> throw new AssertionError(answer.status() + " " + answer.text());
    };
  }

  static List<Outcome> all(int events, Outcome outcome) {
    return Collections.nCopies(events, outcome);
  }

  private static Outcome of(String problem) {
    return problem.endsWith(OUTCOME_UNKNOWN) ? UNKNOWN : REFUSED;
  }

  /** The answer lists only what was not recorded. */
  private static List<Outcome> mixed(int events, JsonObject answer) {
    List<Outcome> outcomes = new ArrayList<>(all(events, RECORDED));
    for (Object each : answer.getJsonArray("results")) {
      JsonObject result = (JsonObject) each;
      outcomes.set(result.getInteger("index"), of(result.getString("type")));
    }
    if (Collections.frequency(outcomes, RECORDED) != answer.getInteger("recorded")) {
      throw new AssertionError("results do not add up: " + answer.encode());
    }
    return outcomes;
  }
}
