package io.quipu.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.quipu.engine.state.Tally;
import io.quipu.engine.time.Done;
import io.quipu.testing.dev.LoggedLines;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedEventLog;
import io.quipu.testing.sim.scripted.ScriptedPageStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A page that cannot be settled is left alone, and none is settled twice at once. */
class PageRestsTest extends TurnsFixture {
  @RegisterExtension private final LoggedLines lines = new LoggedLines(PageTurns.class);

  @Test
  void restsAfterFailures_longerEachTime_untilItSucceeds() {
    put(1, 1);
    look(5);
    put(6, 1);
    for (long rest : List.of(500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 32_000)) {
      assertThat(restAfterFailure()).isEqualTo(rest);
    }
    look(10);
    assertThat(stored().total()).isEqualTo(Tally.of(2, 2));
    put(11, 1);
    assertThat(restAfterFailure()).isEqualTo(500);
    assertThat(registry.get("quipu.checkpoint.failed").counter().count()).isEqualTo(9);
  }

  /** For how many milliseconds the page is left alone. */
  private long restAfterFailure() {
    stores.events.script.next(ScriptedEventLog.Call.SLICE_PAGE, Fate.UNAVAILABLE);
    Done.value(turned.settle(second(15), due(second(15))));
    long rest = 0;
    while (!turned.isFree()) {
      time.passMillis(1);
      rest++;
    }
    return rest;
  }

  @Test
  void restsAlso_whenItCannotBeLearntWhereItStands() {
    stores.pages.script.next(ScriptedPageStore.Call.LAST_STEP, Fate.UNAVAILABLE);
    Done.value(turned.prepare());
    assertThat(turned.isFree()).isFalse();
    time.passMillis(500);
    assertThat(turned.isFree()).isTrue();
  }

  @Test
  void restsShortly_afterAFailureOfAPageThatWasReadMeanwhile() {
    for (int i = 0; i < 4; i++) {
      stores.pages.script.next(ScriptedPageStore.Call.LAST_STEP, Fate.UNAVAILABLE);
      Done.value(turned.prepare());
      time.pass(Duration.ofMinutes(1));
    }
    Done.value(turned.prepare());
    put(1, 1);
    assertThat(restAfterFailure()).isEqualTo(500);
  }

  @Test
  void reportsADefectOnce_goesOn_andReportsTheNextOne() {
    put(1, 1);
    for (int attempts = 0; attempts < 3; attempts++) {
      failsWithADefect(5);
    }
    assertThat(lines.list).extracting(ILoggingEvent::getLevel).containsOnlyOnce(Level.ERROR);
    time.pass(Duration.ofMinutes(10));
    failsWithADefect(5);
    assertThat(lines.list).filteredOn(line -> line.getLevel() == Level.ERROR).hasSize(2);
    assertThat(look(5)).isEqualTo(second(5));
    put(6, 1);
    failsWithADefect(10);
    assertThat(lines.list).filteredOn(line -> line.getLevel() == Level.ERROR).hasSize(3);
    assertThat(registry.get("quipu.checkpoint.failed").counter().count()).isEqualTo(5);
    assertThat(look(10)).isEqualTo(second(10));
  }

  private void failsWithADefect(int second) {
    stores.events.script.before(
        ScriptedEventLog.Call.SLICE_PAGE,
        () -> {
          throw new IllegalStateException("a defect");
        });
    look(second);
    time.pass(Duration.ofMinutes(1));
  }

  @Test
  void isBusyWhileItIsSettled_andKeepsWhatItKnows_ifItIsLost() {
    put(1, 1);
    Done.value(turned.prepare());
    stores.pages.script.hold(ScriptedPageStore.Call.ADVANCE, true);
    CompletionStage<Void> settled = turned.settle(second(5), due(second(5)));
    assertThat(turned.isFree()).isFalse();
    turned.leave();
    assertThat(turned.header()).isNotNull();
    stores.pages.script.held().get(0).answered();
    Done.value(settled);
    assertThat(turned.isFree()).isTrue();
    assertThat(header().until()).isEqualTo(second(5));
    turned.leave();
    assertThat(turned.header()).isNull();
  }

  @Test
  void waitsForItsTurn() {
    put(1, 1);
    Done.value(turned.prepare());
    turns.acquire(() -> {});
    CompletionStage<Void> settled = turned.settle(second(5), due(second(5)));
    assertThat(turned.isFree()).isFalse();
    assertThat(header().isFirst()).isTrue();
    turns.release();
    Done.value(settled);
    assertThat(header().until()).isEqualTo(second(5));
  }
}
