package io.quipu.engine.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class PeriodicTest {
  private final HandDrivenTime time = new HandDrivenTime();
  private final List<CompletableFuture<Void>> rounds = new ArrayList<>();
  private boolean throwing;
  private final Periodic periodic = new Periodic(time, Duration.ofSeconds(1), this::round);

  private CompletionStage<Void> round() {
    CompletableFuture<Void> round = new CompletableFuture<>();
    rounds.add(round);
    if (throwing) {
      throw new IllegalStateException("closed");
    }
    return round;
  }

  @Test
  void pausesFromTheEndOfOneRoundToTheStartOfTheNext() {
    periodic.start();
    time.passMillis(10_000);
    assertThat(rounds).hasSize(1);
    rounds.get(0).complete(null);
    time.passMillis(999);
    assertThat(rounds).hasSize(1);
    time.passMillis(1);
    assertThat(rounds).hasSize(2);
  }

  @Test
  void goesOn_afterARoundThatFailed() {
    periodic.start();
    time.passMillis(0);
    rounds.get(0).completeExceptionally(new IllegalStateException("lost"));
    time.passMillis(1_000);
    assertThat(rounds).hasSize(2);
  }

  @Test
  void goesOn_afterARoundThatThrew() {
    throwing = true;
    periodic.start();
    time.passMillis(0);
    time.passMillis(1_000);
    assertThat(rounds).hasSize(2);
  }

  @Test
  void hastensARound_andNoTwo() {
    periodic.start();
    time.passMillis(0);
    rounds.get(0).complete(null);
    periodic.hasten();
    assertThat(rounds).hasSize(2);
    rounds.get(1).complete(null);
    assertThat(time.waiting()).isEqualTo(1);
  }

  /** The one that is running may have begun too early. */
  @Test
  void beginsAnotherRoundAtOnce_whenItIsHastenedDuringOne() {
    periodic.start();
    time.passMillis(0);
    periodic.hasten();
    periodic.hasten();
    assertThat(rounds).hasSize(1);
    rounds.get(0).complete(null);
    time.passMillis(0);
    assertThat(rounds).hasSize(2);
    rounds.get(1).complete(null);
    time.passMillis(999);
    assertThat(rounds).hasSize(2);
  }

  @Test
  void startsNothingMore_onceStopped() {
    periodic.start();
    time.passMillis(0);
    periodic.stop();
    rounds.get(0).complete(null);
    periodic.hasten();
    time.passMillis(5_000);
    assertThat(rounds).hasSize(1);
  }
}
