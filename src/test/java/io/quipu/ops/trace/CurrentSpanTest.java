package io.quipu.ops.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.time.AsyncSemaphore;
import io.quipu.engine.time.CoalescingReads;
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
  void theNextReadIsThatOfTheFirstWhoJoinsIt() {
    List<CompletableFuture<Integer>> begun = new ArrayList<>();
    CoalescingReads<Integer, Integer> reads =
        new CoalescingReads<>(
            key -> {
              look();
              begun.add(new CompletableFuture<>());
              return begun.get(begun.size() - 1);
            },
            () -> {});
    reads.join(1);
    CurrentSpan.run(mine, () -> reads.join(1));
    CurrentSpan.run(other, () -> reads.join(1));
    CurrentSpan.run(other, () -> begun.get(0).complete(1));
    assertThat(seen).containsExactly(Span.NONE, mine);
  }
}
