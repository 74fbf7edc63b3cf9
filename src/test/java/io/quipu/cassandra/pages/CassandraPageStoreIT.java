package io.quipu.cassandra.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.cassandra.session.StoreSession;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.PageStore.LastStep;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.contract.PageStoreContract;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(StoreSession.Extension.class)
class CassandraPageStoreIT extends PageStoreContract {
  private static final int STEPS = PageStore.STEPS_KEPT;
  private final StoreSession stores;

  CassandraPageStoreIT(StoreSession stores) {
    this.stores = stores;
  }

  @Override
  protected PageStore pages() {
    return stores.owned(PageStore.class, CassandraPageStore::new);
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return stores.await(stage);
  }

  @Test
  void aPageIsNeverTornBetweenTwoSteps() {
    CompletableFuture<Integer> stepping = stepAll(PageHeader.NONE, 60);
    int read = 0;
    while (!stepping.isDone()) {
      PageState state = await(store.read(page, List.of(A, B)));
      long step = state.header().step();
      assertThat(state.of(A).total()).isEqualTo(Tally.of(step, step));
      assertThat(state.of(B).total()).isEqualTo(Tally.of(2 * step, 2 * step));
      read += step > 0 ? 1 : 0;
    }
    assertThat(stepping.join()).isEqualTo(60);
    assertThat(read).isPositive();
  }

  /** Each settles one event of A and two of B. */
  private CompletableFuture<Integer> stepAll(PageHeader before, int last) {
    int step = (int) before.step() + 1;
    PageHeader next = after(before, step);
    return store
        .advance(
            page, before.until(), next, Map.of(A, state(step, step), B, state(2L * step, step)))
        .thenCompose(
            outcome -> {
              assertThat(outcome).isEqualTo(CasOutcome.APPLIED);
              return step == last ? CompletableFuture.completedFuture(step) : stepAll(next, last);
            })
        .toCompletableFuture();
  }

  /** As replicas merge if one has the last step and lacks one before, another has neither. */
  @Test
  void anAnswerThatLacksAStepIsNotBelieved() {
    int taken = 2 * STEPS + 5;
    PageHeader header = PageHeader.NONE;
    for (int i = 1; i <= taken; i++) {
      header = step(header, i, Map.of(A, state(i, i)));
    }
    PageHeader last = header;
    for (int missing = taken - STEPS + 1; missing <= taken; missing++) {
      setStep(missing, missing - STEPS);
      for (List<CounterName> asked : List.of(List.of(A), List.of(B), List.<CounterName>of())) {
        assertThatThrownBy(() -> await(store.read(page, asked)))
            .isInstanceOf(StoreUnavailable.class);
        assertThatThrownBy(() -> await(store.readSerial(page, asked)))
            .isInstanceOf(StoreUnavailable.class);
      }
      assertThat(await(store.lastStep(page))).isEqualTo(new LastStep(last, List.of(A)));

      setStep(missing, missing);
      isStored(last, Map.of(A, state(taken, taken)), A);
    }
  }

  private void setStep(int step, int number) {
    set("step_%d = %d".formatted(step % STEPS, number), " AND namespace = '' AND counter = ''");
  }

  @Test
  void aStateThatCannotBeReadIsADefectOfItsPage_neverTakenForEmpty() {
    for (String broken : List.of("0x", "0x00", "0x02", "0x01", "null")) {
      PageHeader first = step(PageHeader.NONE, 10, Map.of(A, state(5, 10), B, state(6, 10)));
      set("state = " + broken, " AND namespace = 'votes' AND counter = 'a'");

      isADefect(List.of(A, B));
      assertThat(await(store.read(page, List.of(B))))
          .isEqualTo(new PageState(first, Map.of(B, state(6, 10))));
      page += 512;
    }
  }

  @Test
  void aHeaderThatCannotBeReadIsADefectOfItsPage_neverTakenForEmpty() {
    for (String broken : List.of("ids = null", "ids = 0x02", "until = null", "collected = null")) {
      step(PageHeader.NONE, 10, Map.of(A, state(5, 10)));
      set(broken, broken.startsWith("ids") ? " AND namespace = '' AND counter = ''" : "");

      isADefect(List.of());
      assertThatThrownBy(() -> await(store.lastStep(page)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("page " + page + " cannot be read");
      page += 512;
    }
  }

  @Test
  void countersWithoutAHeaderAreADefect() {
    step(PageHeader.NONE, 10, Map.of(A, state(5, 10)));
    stores.cql.execute(
        "DELETE FROM %s.page WHERE page = %d AND namespace = '' AND counter = '' IF EXISTS"
            .formatted(stores.keyspace, page));

    isADefect(List.of(A));
  }

  private void isADefect(List<CounterName> asked) {
    assertThatThrownBy(() -> await(store.read(page, asked)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("page " + page + " cannot be read");
    assertThatThrownBy(() -> await(store.readSerial(page, asked)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("page " + page + " cannot be read");
  }

  /** As nothing else writes these cells, it must be conditional. */
  private void set(String assignment, String row) {
    stores.cql.execute(
        "UPDATE %s.page SET %s WHERE page = %d%s IF step > 0"
            .formatted(stores.keyspace, assignment, page, row));
  }
}
