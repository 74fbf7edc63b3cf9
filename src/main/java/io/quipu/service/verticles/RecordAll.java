package io.quipu.service.verticles;

import io.quipu.engine.kind.RecordOutcome;
import io.quipu.engine.kind.Recording;
import java.util.List;

/** Events of several counters that travel together but stand or fall alone. */
public record RecordAll(List<Recording> recordings) {
  /** The outcomes, in the order of the recordings. */
  public record Outcomes(List<RecordOutcome> outcomes) {}
}
