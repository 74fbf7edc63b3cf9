package io.quipu.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.EventDirectory.Hour;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Values that must not exist cannot be made. */
class StoreInvariantsTest {
  private static final EventTime NOON = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
  private static final UUID AT = NOON.timeuuid(0, 1);

  @Test
  void aRowHasEvents() {
    assertThat(new EventRow(AT, 7, 7, null).events()).isEqualTo(7);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new EventRow(AT, 7, 0, "1"))
        .withMessageContaining("with id 1");
    assertThatIllegalArgumentException().isThrownBy(() -> new EventRow(AT, 7, 0, null));
  }

  @Test
  void anIdIsRemembered_andWhereNothingIsThereIsNone() {
    int off = DeduplicationWindow.OFF;
    assertThat(new EventRow(AT, 7, 7, null, off).window()).isEqualTo(off);
    assertThatIllegalArgumentException().isThrownBy(() -> new EventRow(AT, 7, 1, "1", off));
  }

  @Test
  void hoursStartWithTheHour_andEndWithTheirLastPartition() {
    assertThat(new Hour(7, NOON.epochSecond(), 5).last())
        .isEqualTo(new EventPartition(5, NOON.epochSecond() + 3_595, 7));
    assertThat(Hour.of(new EventPartition(5, NOON.epochSecond() + 3_595, 7)))
        .isEqualTo(new Hour(7, NOON.epochSecond(), 5));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Hour(7, NOON.epochSecond() + 60, 5))
        .withMessageContaining("no hour");
  }

  @Test
  void aCounterThatAPageDoesNotHaveIsNew() {
    assertThat(new PageState(PageHeader.NONE, Map.of()).of(new CounterName("votes", "a")))
        .isEqualTo(CounterState.NONE);
  }
}
