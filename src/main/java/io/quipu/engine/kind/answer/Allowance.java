package io.quipu.engine.kind.answer;

import io.quipu.engine.input.JsonText;
import io.quipu.engine.windows.EventTime;
import java.math.BigInteger;

/**
 * The rest that a counter with a bound in each period still takes.
 *
 * @param remaining what may be added until the period ends, at least 0
 * @param resets the end of the period, exclusive: the count begins again at 0
 */
public record Allowance(BigInteger remaining, EventTime resets) {
  /** Writes the allowance after recorded events; nothing if there is none. */
  public static JsonText write(JsonText json, RecordOutcome.Recorded recorded) {
    Allowance allowance = recorded.allowance();
    return allowance == null ? json : allowance.write(json);
  }

  /** Writes the members of an answer. */
  public JsonText write(JsonText json) {
    return json.field("remaining", remaining).field("resets", resets.instant().toString());
  }
}
