package io.quipu.ingest;

import java.util.List;

/** Several appends that travel together but stand or fall alone. */
public record AppendAll(List<Append> appends) {
  /** The outcomes, in the order of the appends. */
  public record Outcomes(List<AppendOutcome> outcomes) {}
}
