package io.quipu.lab.bench.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.store.WriteOutcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class RowWriterTest {
  private int attempts;

  @Test
  void writesAgain_whenAWriteFails() {
    assertThat(RowWriter.persistently(() -> succeedsAt(3))).isCompleted();
    assertThat(attempts).isEqualTo(3);
  }

  @Test
  void failsLoudly_whenItFailsAgainAndAgain() {
    assertThat(RowWriter.persistently(() -> succeedsAt(4))).isCompletedExceptionally();
    assertThat(attempts).isEqualTo(3);
  }

  private CompletionStage<WriteOutcome> succeedsAt(int attempt) {
    return CompletableFuture.completedFuture(
        ++attempts < attempt ? WriteOutcome.UNKNOWN : WriteOutcome.WRITTEN);
  }
}
