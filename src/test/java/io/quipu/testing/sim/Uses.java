package io.quipu.testing.sim;

import io.quipu.engine.ingest.Append;
import io.quipu.engine.ingest.Levels;
import io.quipu.engine.ingest.Reset;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.state.Event;
import io.quipu.engine.windows.EventMinute;
import io.quipu.testing.sim.core.Ability;
import io.quipu.testing.sim.core.Met;

/** The abilities that a recording is of, which are in use once it is acknowledged. */
final class Uses {
  private final Met met;

  Uses(Met met) {
    this.met = met;
  }

  /** Returns the outcome. */
  RecordOutcome note(Recording recording, RecordOutcome outcome) {
    if (outcome instanceof Recorded) {
      if (recording instanceof Append append) {
        noteAll(append);
      } else if (recording instanceof Reset reset) {
        met.used(Ability.RESET);
        met.reset(reset.counter());
      } else if (recording instanceof Levels levels) {
        noteAll(levels.named());
      }
    }
    return outcome;
  }

  /** Returns the outcome of a recording that came by a mapping of namespaces, as by Kafka. */
  RecordOutcome noteMapped(RecordOutcome outcome) {
    if (outcome instanceof Recorded) {
      met.used(Ability.KAFKA_NAMESPACES);
    }
    return outcome;
  }

  private void noteAll(Append append) {
    if (append.window() == DeduplicationWindow.OTHER_RULES) {
      met.used(Ability.LATEST);
      return;
    }
    for (Event event : append.events()) {
      met.used(event.id() == null ? Ability.RECORD : Ability.IDS);
      if (event.events() > 1) {
        met.used(Ability.HAPPENINGS);
      }
      if (event.minute() != EventMinute.OWN) {
        met.used(Ability.EVENT_TIME);
      }
      if (!event.series().isEmpty()) {
        met.used(Ability.SERIES);
      }
      if (event.series().size() > DrawnSeries.OF_ALL) {
        met.used(Ability.ADDED_SERIES);
      }
    }
  }
}
