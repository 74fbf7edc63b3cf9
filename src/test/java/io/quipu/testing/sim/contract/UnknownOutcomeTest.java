package io.quipu.testing.sim.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterRegistry;
import io.quipu.engine.writer.WriterRegistry.Group;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.SimulatedWriterRegistry;
import io.quipu.testing.sim.core.SeededRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** A simulated conditional write without an answer may have been applied, or may be yet. */
class UnknownOutcomeTest {
  private static final int SEEDS = 200;
  private static final EventTime MINE = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
  private static final EventTime ANOTHERS = MINE.plusTicks(1);

  private CalmCluster cluster;
  private WriterRegistry registry;

  private void begin(long seed) {
    cluster = CalmCluster.of(seed);
    registry = new SimulatedWriterRegistry(cluster.driver());
  }

  /** Requests and answers get lost, but nothing is late: a serial read tells. */
  @Test
  void itMayOrMayNotHaveBeenApplied_andASerialReadSettlesIt() {
    int applied = 0;
    int notApplied = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      begin(seed);
      CasOutcome outcome = foundWhileMessagesAreLost();
      Optional<Group> settled = serial();
      assertThat(outcome).isNotEqualTo(CasOutcome.REFUSED);
      if (outcome == CasOutcome.APPLIED) {
        assertThat(settled).contains(foundedAt(MINE));
      } else {
        applied += settled.isPresent() ? 1 : 0;
        notApplied += settled.isPresent() ? 0 : 1;
      }
      for (int again = 0; again < 5; again++) {
        assertThat(plain()).isEqualTo(settled);
        assertThat(serial()).isEqualTo(settled);
      }
    }
    assertThat(applied).isPositive();
    assertThat(notApplied).isPositive();
  }

  @Test
  void aPlainReadMayMissIt_butNotOnceOneHasSeenIt() {
    int missedAtFirst = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      begin(seed);
      boolean seen = foundWhileMessagesAreLost() == CasOutcome.APPLIED;
      boolean missed = false;
      for (int again = 0; again < 10; again++) {
        boolean now = plain().isPresent();
        assertThat(now || !seen).isTrue();
        missedAtFirst += now && missed ? 1 : 0;
        missed = !now;
        seen = now;
      }
      assertThat(serial().isPresent() || !seen).isTrue();
    }
    assertThat(missedAtFirst).isPositive();
  }

  @Test
  void itMayStillBeApplied_longAfterASerialReadDidNotFindIt() {
    int late = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      begin(seed);
      CompletionStage<CasOutcome> outcome = foundTooLate();
      assertThat(serial()).isEmpty();
      cluster.pass(60 * SeededRandom.SECOND);
      assertThat(cluster.await(outcome)).isEqualTo(CasOutcome.UNKNOWN);
      late += serial().isPresent() ? 1 : 0;
    }
    assertThat(late).isBetween(1, SEEDS - 1);
  }

  @Test
  void itsConditionIsTestedWhenItIsApplied_soThatALateOneChangesNothing() {
    for (int seed = 0; seed < SEEDS; seed++) {
      begin(seed);
      CompletionStage<CasOutcome> outcome = foundTooLate();
      assertThat(cluster.await(new SimulatedWriterRegistry(cluster.driver()).found(ANOTHERS)))
          .isEqualTo(CasOutcome.APPLIED);
      cluster.pass(60 * SeededRandom.SECOND);

      assertThat(cluster.await(outcome)).isEqualTo(CasOutcome.UNKNOWN);
      assertThat(serial()).contains(foundedAt(ANOTHERS));
      assertThat(plain()).contains(foundedAt(ANOTHERS));
    }
  }

  private CasOutcome foundWhileMessagesAreLost() {
    cluster.world().network().lost = 0.4;
    CasOutcome outcome = cluster.await(registry.found(MINE));
    cluster.world().network().calm();
    return outcome;
  }

  /** It is under way, and whoever accepted it is heard of much later, or never. */
  private CompletionStage<CasOutcome> foundTooLate() {
    cluster.world().network().late = 1;
    CompletionStage<CasOutcome> outcome = registry.found(MINE);
    cluster.pass(SeededRandom.SECOND / 100);
    cluster.world().network().calm();
    return outcome;
  }

  private Optional<Group> serial() {
    return cluster.await(registry.groupSerial());
  }

  private Optional<Group> plain() {
    return cluster.await(registry.group());
  }

  private static Group foundedAt(EventTime at) {
    return new Group(0, at, at, List.of());
  }
}
