package io.quipu.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.windows.EventTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CounterStateTest {
  private static final EventTime UNTIL = EventTime.ofEpochSecond(1_767_225_600);
  private static final EventTime SINCE = EventTime.ofEpochSecond(1_767_225_500);

  /** A recount is complete only while it is known since when there are supplements. */
  @Test
  void otherNotesOfSeriesChangeNothingElse() {
    CounterState state =
        new CounterState(
            Tally.of(5, 2),
            UNTIL,
            Map.of(),
            Map.of(),
            PendingFacts.NONE,
            true,
            1,
            SeriesNotes.NONE,
            EventTime.MIN,
            SINCE);
    SeriesNotes notes = new SeriesNotes(List.of(1L), List.of());

    CounterState noted = state.with(notes);

    assertThat(noted.series()).isEqualTo(notes);
    assertThat(noted.supplementedSince()).isEqualTo(SINCE);
    assertThat(noted.with(SeriesNotes.NONE)).isEqualTo(state);
  }
}
