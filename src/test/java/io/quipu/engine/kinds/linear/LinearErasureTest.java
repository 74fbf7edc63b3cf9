package io.quipu.engine.kinds.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.NamespaceStore.Created;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.engine.windows.WindowPartition.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LinearErasureTest {
  private static final CounterName COUNTER = new CounterName("stock", "a");
  private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
  private static final Created CREATED =
      new Created(Namespace.of("stock", "linear"), EventTime.of(NOW));

  private final HandMadeLinearStore store = new HandMadeLinearStore();
  private final LinearErasure erasure = new LinearErasure(store);

  private void counted(@Nullable Instant began, Instant last) {
    LinearState state =
        new LinearState(
            1,
            1,
            1,
            0,
            IdPeriod.FIRST,
            began == null ? null : EventTime.of(began),
            EventTime.of(last),
            List.of(),
            true,
            LinearWindows.NONE);
    store.states.put(COUNTER, state);
  }

  private void erase() {
    Done.value(erasure.erase(CREATED, new Extent("stock", List.of("a"))));
  }

  private static WindowPartition windows(Granularity granularity, Instant at) {
    Window window = granularity.windowOf(EventTime.of(at));
    return Table.CLOSED.of(0, window);
  }

  @Test
  void deletesWindowsWhereverEventsWere_whateverClocksSaid() {
    Instant first = NOW.minus(Duration.ofDays(9));
    Instant last = NOW.plus(Duration.ofDays(40));
    counted(first, last);
    erase();
    for (Granularity granularity : Granularity.values()) {
      assertThat(store.erased)
          .contains(windows(granularity, first), windows(granularity, NOW))
          .contains(windows(granularity, last));
    }
    assertThat(store.erased).doesNotHaveDuplicates();
    assertThat(store.states).isEmpty();
  }

  @Test
  void ofACounterOfAnEarlierVersion_deletesThoseSinceTheNamespaceWasCreated() {
    counted(null, NOW.plus(Duration.ofDays(2)));
    erase();
    assertThat(store.erased)
        .contains(windows(Granularity.MINUTE, NOW.minus(Duration.ofHours(23))))
        .contains(windows(Granularity.MINUTE, NOW.plus(Duration.ofDays(2))));
  }

  /** The state says where the windows are. */
  @Test
  void deletesNoState_whoseWindowsMayBeThere() {
    counted(NOW, NOW);
    store.unexportable = true;
    assertThatThrownBy(this::erase).isNotNull();
    assertThat(store.states).containsKey(COUNTER);
    store.unexportable = false;
    erase();
    assertThat(store.states).isEmpty();
  }

  @Test
  void looksForNoWindows_ofACounterThatNeverCounted() {
    erase();
    assertThat(store.erased).isEmpty();
  }
}
