package io.quipu.cassandra.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.store.StoreUnavailable;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class WholeAnswerTest {
  private int asked;

  @Test
  void whatIsOneStateIsTheAnswer() {
    assertThat(answer("a", "b").toCompletableFuture()).isCompletedWithValue("a");
    assertThat(asked).isEqualTo(1);
  }

  @Test
  void whatIsNotIsAskedForAgain() {
    assertThat(answer("", "", "a").toCompletableFuture()).isCompletedWithValue("a");
    assertThat(asked).isEqualTo(3);
  }

  @Test
  void itIsGivenUpAfterSomeAttempts() {
    CompletionStage<String> answer = answer("", "", "", "", "", "a");

    assertThatThrownBy(() -> answer.toCompletableFuture().join())
        .hasCauseInstanceOf(StoreUnavailable.class);
    assertThat(asked).isEqualTo(WholeAnswer.ATTEMPTS);
  }

  @Test
  void aFailureIsNotAskedForAgain() {
    CompletionStage<String> answer =
        WholeAnswer.of(
            () -> {
              asked++;
              return CompletableFuture.failedStage(new IllegalStateException("defect"));
            });

    assertThatThrownBy(() -> answer.toCompletableFuture().join()).hasRootCauseMessage("defect");
    assertThat(asked).isEqualTo(1);
  }

  /** An empty one is not one state. */
  private CompletionStage<String> answer(String... answers) {
    Iterator<String> all = List.of(answers).iterator();
    return WholeAnswer.of(
        () -> {
          asked++;
          return CompletableFuture.completedStage(
              Optional.of(all.next()).filter(answer -> !answer.isEmpty()));
        });
  }
}
