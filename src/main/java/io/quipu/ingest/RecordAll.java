package io.quipu.ingest;

import io.quipu.kind.RecordOutcome;
import io.quipu.kind.Recording;
import java.util.List;

/** Events of several counters that travel together but stand or fall alone. */
public record RecordAll(List<Recording> recordings) {
  /** The outcomes, in the order of the recordings. */
  public record Outcomes(List<RecordOutcome> outcomes) {}
}
