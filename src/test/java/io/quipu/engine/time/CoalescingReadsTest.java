package io.quipu.engine.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CoalescingReadsTest {
  private final List<CompletableFuture<String>> reads = new ArrayList<>();
  private final AtomicInteger shared = new AtomicInteger();
  private final CoalescingReads<String, String> next =
      new CoalescingReads<>(this::read, shared::incrementAndGet);

  private CompletionStage<String> read(String key) {
    CompletableFuture<String> read = new CompletableFuture<>();
    reads.add(read);
    return read;
  }

  @Test
  void joinsTheNextRead_whileOneIsUnderWay() {
    CompletionStage<String> first = next.join("a");
    CompletionStage<String> second = next.join("a");
    assertThat(reads).hasSize(1);
    reads.get(0).complete("old");
    assertThat(Done.value(first)).isEqualTo("old");
    assertThat(second.toCompletableFuture()).isNotDone();
    reads.get(1).complete("new");
    assertThat(Done.value(second)).isEqualTo("new");
  }

  @Test
  void sharesTheNextRead_betweenAllWhoWaitForIt() {
    CompletionStage<String> first = next.join("a");
    CompletionStage<String> second = next.join("a");
    CompletionStage<String> third = next.join("a");
    assertThat(shared).hasValue(1);
    reads.get(0).complete("old");
    assertThat(Done.value(first)).isEqualTo("old");
    reads.get(1).complete("new");
    assertThat(Done.value(second)).isEqualTo(Done.value(third)).isEqualTo("new");
    assertThat(reads).hasSize(2);
  }

  @Test
  void keepsKeysApart() {
    CompletionStage<String> a = next.join("a");
    CompletionStage<String> b = next.join("b");
    reads.get(1).complete("b");
    assertThat(Done.value(b)).isEqualTo("b");
    assertThat(a.toCompletableFuture()).isNotDone();
  }

  @Test
  void readsOn_afterAFailure() {
    CompletionStage<String> first = next.join("a");
    CompletionStage<String> second = next.join("a");
    reads.get(0).completeExceptionally(new IllegalStateException("lost"));
    assertThat(Done.failure(first)).hasMessage("lost");
    reads.get(1).complete("new");
    assertThat(Done.value(second)).isEqualTo("new");
  }

  @Test
  void startsAfresh_whenNobodyWaits() {
    CompletionStage<String> first = next.join("a");
    reads.get(0).complete("1");
    CompletionStage<String> second = next.join("a");
    reads.get(1).complete("2");
    assertThat(Done.value(first)).isEqualTo("1");
    assertThat(Done.value(second)).isEqualTo("2");
  }
}
