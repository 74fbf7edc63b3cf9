package io.quipu.ops.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.time.AsyncSemaphore;
import io.quipu.engine.time.NextFlight;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class CurrentSpanTest {
  private final ListedSpan mine = new ListedSpan("mine");
  private final ListedSpan other = new ListedSpan("other");
  private final List<Span> seen = new ArrayList<>();

  private void look() {
    seen.add(CurrentSpan.get());
  }

  @Test
  void isThatOfTheTask_andOfNothingAfterIt() {
    CurrentSpan.run(
        mine,
        () -> {
          look();
          CurrentSpan.run(other, this::look);
          CurrentSpan.run(Span.NONE, this::look);
          look();
        });
    look();
    assertThat(seen).containsExactly(mine, other, Span.NONE, mine, Span.NONE);
  }

  @Test
  void isGone_whenTheTaskFails() {
    assertThatThrownBy(
            () ->
                CurrentSpan.call(
                    mine,
                    () -> {
                      throw new IllegalStateException("fails");
                    }))
        .hasMessage("fails");
    assertThat(CurrentSpan.get()).isSameAs(Span.NONE);
  }

  @Test
  void aTaskThatWaitsKeepsItsOwn() {
    AsyncSemaphore turns = new AsyncSemaphore(1);
    turns.acquire(() -> {});
    CurrentSpan.run(mine, () -> turns.acquire(this::look));
    turns.acquire(this::look);
    CurrentSpan.run(
        other,
        () -> {
          turns.release();
          turns.release();
        });
    assertThat(seen).containsExactly(mine, Span.NONE);
  }

  @Test
  void whatDependsOnAStageThatOthersCompleteKeepsItsOwn() {
    CurrentSpan.run(mine, () -> {});
    CompletableFuture<Integer> shared = new CompletableFuture<>();
    CurrentSpan.run(mine, () -> CurrentSpan.keeping(shared).thenRun(this::look));
    CurrentSpan.keeping(shared).thenRun(this::look);
    CurrentSpan.run(other, () -> shared.complete(1));
    assertThat(seen).containsExactlyInAnyOrder(mine, Span.NONE);
  }

  @Test
  void aStageThatFailsFails() {
    CurrentSpan.run(mine, () -> {});
    CompletableFuture<Integer> shared = new CompletableFuture<>();
    CompletionStage<Integer> kept = CurrentSpan.keeping(shared);
    shared.completeExceptionally(new IllegalStateException("fails"));
    assertThat(kept.toCompletableFuture()).isCompletedExceptionally();
  }

  @Test
  void theNextFlightIsThatOfWhoBoardsItFirst() {
    List<CompletableFuture<Integer>> flying = new ArrayList<>();
    NextFlight<Integer, Integer> flights =
        new NextFlight<>(
            key -> {
              look();
              flying.add(new CompletableFuture<>());
              return flying.get(flying.size() - 1);
            },
            () -> {});
    flights.board(1);
    CurrentSpan.run(mine, () -> flights.board(1));
    CurrentSpan.run(other, () -> flights.board(1));
    CurrentSpan.run(other, () -> flying.get(0).complete(1));
    assertThat(seen).containsExactly(Span.NONE, mine);
  }
}
