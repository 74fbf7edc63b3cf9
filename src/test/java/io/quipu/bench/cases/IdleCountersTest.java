package io.quipu.bench.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class IdleCountersTest {
  private int attempts;

  @Test
  void writesAgain_whenAWriteFails() {
    assertThat(IdleCounters.persistently(3, () -> succeedsAt(3))).isCompletedWithValue(3);
    assertThat(attempts).isEqualTo(3);
  }

  @Test
  void failsLoudly_whenItFailsAgainAndAgain() {
    assertThat(IdleCounters.persistently(3, () -> succeedsAt(4))).isCompletedExceptionally();
    assertThat(attempts).isEqualTo(3);
  }

  private CompletionStage<Integer> succeedsAt(int attempt) {
    return ++attempts < attempt
        ? CompletableFuture.failedFuture(new IllegalStateException("timed out"))
        : CompletableFuture.completedFuture(attempts);
  }
}
