package io.quipu.testing.sim.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.IdRuns;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.PendingFacts;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.Driver;
import io.quipu.testing.sim.cassandra.SimulatedPageStore;
import io.quipu.testing.sim.core.SeededRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A step of a simulated page may be seen and then not be seen again, but always as a whole. */
class PageVisibilityTest {
  private static final int SEEDS = 200;
  private static final EventTime START = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
  private static final CounterName A = new CounterName("votes", "a");
  private static final CounterName B = new CounterName("votes", "b");
  private static final List<CounterName> BOTH = List.of(A, B);

  private CalmCluster cluster;
  private PageStore store;

  private void begin(long seed, Function<Driver, PageStore> stores) {
    cluster = CalmCluster.of(seed);
    store = stores.apply(cluster.driver());
  }

  @Test
  void anUnknownStepIsSeenOrNot_atEveryReadAnew_untilASerialReadDecidesIt() {
    int seenAndNotAgain = 0;
    int never = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      begin(seed, SimulatedPageStore::new);
      cluster.await(step(1));
      cluster.world().network().lost = 0.4;
      CasOutcome outcome = cluster.await(step(2));
      cluster.world().network().calm();

      boolean seen = false;
      for (int again = 0; again < 10; again++) {
        PageState found = read();
        assertThat(found).isIn(state(1), state(2));
        boolean now = found.equals(state(2));
        assertThat(now || outcome != CasOutcome.APPLIED).isTrue();
        seenAndNotAgain += seen && !now ? 1 : 0;
        seen = now;
      }
      PageState decided = serial();
      assertThat(decided).isIn(state(1), state(2));
      never += decided.equals(state(1)) ? 1 : 0;
      for (int again = 0; again < 5; again++) {
        assertThat(read()).isEqualTo(decided);
      }
    }
    assertThat(seenAndNotAgain).isPositive();
    assertThat(never).isBetween(1, SEEDS - 1);
  }

  @Test
  void aStepMayBeTakenLongAfterASerialReadDidNotFindIt_butOnlyFromTheSameState() {
    int late = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      begin(seed, SimulatedPageStore::new);
      cluster.await(step(1));
      cluster.world().network().late = 1;
      CompletionStage<CasOutcome> outcome = step(2);
      cluster.pass(SeededRandom.SECOND / 100);
      cluster.world().network().calm();
      assertThat(serial()).isEqualTo(state(1));
      PageHeader another = header(1).next(START.plusTicks(77), IdRuns.NONE);
      boolean overtaken = seed % 2 == 0;
      if (overtaken) {
        assertThat(cluster.await(store.advance(0, header(1).until(), another, Map.of())))
            .isEqualTo(CasOutcome.APPLIED);
      }
      cluster.pass(60 * SeededRandom.SECOND);

      assertThat(cluster.await(outcome)).isEqualTo(CasOutcome.UNKNOWN);
      if (overtaken) {
        assertThat(serial().header()).isEqualTo(another);
      } else {
        late += serial().equals(state(2)) ? 1 : 0;
      }
    }
    assertThat(late).isBetween(1, SEEDS / 2 - 1);
  }

  /** A replica may be asked before a step and the other after the next, which is all it has. */
  @Test
  void everyAnswerIsAStateThatThePageHad_howeverSlowTheReplicas() {
    for (int seed = 0; seed < SEEDS; seed++) {
      assertThat(torn(seed, SimulatedPageStore::new)).as("seed %s", seed).isEmpty();
    }
  }

  /** Else the test before would show nothing. */
  @Test
  void aQuorumAloneMixesStatesNowAndThen() {
    int torn = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      torn += torn(seed, SimulatedPageStore::believing).size();
    }
    assertThat(torn).isPositive();
  }

  /** Takes steps and reads at once, while messages are slow and lost; what is no state at all. */
  private List<PageState> torn(int seed, Function<Driver, PageStore> stores) {
    begin(seed, stores);
    List<CompletionStage<PageState>> reads = new ArrayList<>();
    int taken = 0;
    for (int i = 0; i < 30; i++) {
      cluster.world().network().set(0, 0.3, 0, 0.3, 0, 0);
      for (int read = 0; read < 4; read++) {
        reads.add(read % 2 == 0 ? store.read(0, BOTH) : store.readSerial(0, BOTH));
      }
      CasOutcome outcome = cluster.await(step(taken + 1));
      cluster.pass(20 * SeededRandom.MILLI);
      taken += outcome == CasOutcome.APPLIED ? 1 : 0;
      if (outcome != CasOutcome.APPLIED) {
        cluster.world().network().calm();
        taken = (int) serial().header().step();
      }
    }
    cluster.pass(10 * SeededRandom.SECOND);
    List<PageState> torn = new ArrayList<>();
    for (CompletionStage<PageState> read : reads) {
      CompletableFuture<PageState> done = read.toCompletableFuture();
      if (!done.isCompletedExceptionally()) {
        PageState found = done.join();
        if (!found.equals(state((int) found.header().step()))) {
          torn.add(found);
        }
      }
    }
    return torn;
  }

  /** The page after so many steps: odd ones change one counter, even ones the other. */
  private static PageState state(int steps) {
    if (steps == 0) {
      return new PageState(PageHeader.NONE, Map.of());
    }
    return steps == 1
        ? new PageState(header(1), Map.of(A, counter(1)))
        : new PageState(
            header(steps),
            Map.of(
                steps % 2 == 1 ? A : B,
                counter(steps),
                steps % 2 == 1 ? B : A,
                counter(steps - 1)));
  }

  private static PageHeader header(int steps) {
    PageHeader header = PageHeader.NONE;
    for (int i = 1; i <= steps; i++) {
      header = header.next(START.plusTicks(i), IdRuns.NONE);
    }
    return header;
  }

  private static CounterState counter(int step) {
    return new CounterState(
        Tally.of(step, step), START.plusTicks(step), Map.of(), PendingFacts.NONE, 1);
  }

  private CompletionStage<CasOutcome> step(int number) {
    return store.advance(
        0,
        header(number - 1).until(),
        header(number),
        Map.of(number % 2 == 1 ? A : B, counter(number)));
  }

  private PageState read() {
    return cluster.await(store.read(0, BOTH));
  }

  private PageState serial() {
    return cluster.await(store.readSerial(0, BOTH));
  }
}
