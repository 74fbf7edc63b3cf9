package io.quipu.engine.query;

import static io.quipu.engine.names.TestNamespaces.known;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.quipu.engine.kind.AcknowledgedEvents;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.query.QueryMessages.Range;
import io.quipu.engine.state.Event;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class QueryMessagesTest {
  private static final KnownCounter A = known(new CounterName("votes", "a"), 1);

  @Test
  void aRangeIsOfOneGranularity_andGoesForward() {
    EventTime noon = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
    Window minute = Granularity.MINUTE.windowOf(noon);
    Window hour = Granularity.HOUR.windowOf(noon);
    assertThat(Range.of(A, minute, minute).cover().windows()).isEqualTo(1);
    assertThatIllegalArgumentException().isThrownBy(() -> Range.of(A, minute.next(), minute));
    assertThatIllegalArgumentException().isThrownBy(() -> Range.of(A, hour, minute));
  }

  @Test
  void everyAcknowledgedEventHasARowAndADelta() {
    List<UUID> rows = List.of(new UUID(0, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AcknowledgedEvents(A.name(), 1, 0, List.of(), List.of(Event.ONE)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AcknowledgedEvents(A.name(), 1, 0, rows, List.of()));
  }
}
