package io.quipu.engine.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PendingFacts;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.store.StoreUnavailable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Reads of tails with ids. */
class DeduplicatedReadsTest extends QueryFixture {
  private static final int FOREVER = DeduplicationWindow.FOREVER;

  @Test
  void countsAnIdOnceInTheTail() {
    put(1, 5, "x", FOREVER);
    put(2, 5, "x", FOREVER);
    put(3, 2);
    assertThat(new Reading().total()).isEqualTo(Tally.of(7, 2));
  }

  @Test
  void doesNotCountWhatIsSettled_pendingOrExported() {
    put(1, 5, "x", FOREVER);
    settle(2);
    put(3, 5, "x", FOREVER);
    put(4, 1, "y", FOREVER);
    assertThat(new Reading().total()).isEqualTo(Tally.of(6, 2));
    settle(5);
    put(6, 5, "x", FOREVER);
    assertThat(new Reading().total()).isEqualTo(Tally.of(6, 2));
  }

  @Test
  void doesNotCountWhatIsPending_andNotExportedYet() {
    CountedId counted = new CountedId("x", second(1).timeuuid(0, 1), 5, 1, FOREVER);
    PendingFacts pending = new PendingFacts(true, List.of(counted), Map.of());
    CounterState state = new CounterState(Tally.of(5, 1), second(2), Map.of(), pending, 0);
    stores.pages.settled(page, second(2), Map.of(A, state));
    put(3, 5, "x", FOREVER);
    put(4, 1, "y", FOREVER);
    assertThat(new Reading().total()).isEqualTo(Tally.of(6, 2));
  }

  @Test
  void waitsForATailWithMoreIdsThanItCanHold_untilItIsRefused() {
    for (int i = 0; i <= HeldTail.MOST; i++) {
      stores.events.put(A, start.plusTicks(i), 1, "id-" + i, FOREVER);
    }
    Reading reading = new Reading();
    assertThat(reading.answer().toCompletableFuture()).isNotDone();
    assertThat(hastened).contains(page);
    assertThat(share.taken()).isZero();
    time.pass(Duration.ofSeconds(10));
    assertThat(failure(reading.answer()))
        .isInstanceOf(StoreUnavailable.class)
        .hasMessageContaining("More than 200000 events");
    assertThat(share.taken()).isZero();
  }

  @Test
  void holdsWhatItsSlicesHaveBrought_whereTheyHaveTakenAllThatThereWas() {
    for (int i = 0; i < 10; i++) {
      put(5L * i, 1, "id-" + i, FOREVER);
    }
    RowShare few = new RowShare(5_000);
    PageReads narrow =
        new PageReads(stores.all(), reads.rules, stores.layout, rows(few), time, time);
    for (int i = 0; i < 2; i++) {
      assertThat(value(read(narrow, page, List.of(A), IGNORED)).tailRows()).isEqualTo(10);
    }
    assertThat(few.taken()).isZero();
  }

  @Test
  void holdsNoRowsWithoutIds_howeverManyThereAre() {
    share.on(time).take(5_000_000);
    for (int i = 0; i < 20_000; i++) {
      stores.events.put(A, start.plusTicks(i), 1);
    }
    assertThat(new Reading().total()).isEqualTo(Tally.of(20_000, 20_000));
  }

  @Test
  void waitsForRows_untilItIsRefused() {
    share.on(time).take(10_000_000);
    put(0, 1);
    Reading reading = new Reading();
    assertThat(reading.answer().toCompletableFuture()).isNotDone();
    time.pass(Duration.ofSeconds(10));
    assertThat(failure(reading.answer())).isInstanceOf(StoreUnavailable.class);
  }
}
