package io.quipu.engine.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class NextFlightTest {
  private final List<CompletableFuture<String>> flights = new ArrayList<>();
  private final AtomicInteger shared = new AtomicInteger();
  private final NextFlight<String, String> next =
      new NextFlight<>(this::fly, shared::incrementAndGet);

  private CompletionStage<String> fly(String key) {
    CompletableFuture<String> flight = new CompletableFuture<>();
    flights.add(flight);
    return flight;
  }

  @Test
  void gives_whoComesDuringAFlight_theNextOne() {
    CompletionStage<String> first = next.board("a");
    CompletionStage<String> second = next.board("a");
    assertThat(flights).hasSize(1);
    flights.get(0).complete("old");
    assertThat(Done.value(first)).isEqualTo("old");
    assertThat(second.toCompletableFuture()).isNotDone();
    flights.get(1).complete("new");
    assertThat(Done.value(second)).isEqualTo("new");
  }

  @Test
  void sharesTheNextFlight_betweenAllWhoWaitForIt() {
    CompletionStage<String> first = next.board("a");
    CompletionStage<String> second = next.board("a");
    CompletionStage<String> third = next.board("a");
    assertThat(shared).hasValue(1);
    flights.get(0).complete("old");
    assertThat(Done.value(first)).isEqualTo("old");
    flights.get(1).complete("new");
    assertThat(Done.value(second)).isEqualTo(Done.value(third)).isEqualTo("new");
    assertThat(flights).hasSize(2);
  }

  @Test
  void keepsKeysApart() {
    CompletionStage<String> a = next.board("a");
    CompletionStage<String> b = next.board("b");
    flights.get(1).complete("b");
    assertThat(Done.value(b)).isEqualTo("b");
    assertThat(a.toCompletableFuture()).isNotDone();
  }

  @Test
  void fliesOn_afterAFailure() {
    CompletionStage<String> first = next.board("a");
    CompletionStage<String> second = next.board("a");
    flights.get(0).completeExceptionally(new IllegalStateException("lost"));
    assertThat(Done.failure(first)).hasMessage("lost");
    flights.get(1).complete("new");
    assertThat(Done.value(second)).isEqualTo("new");
  }

  @Test
  void startsAfresh_whenNobodyWaits() {
    CompletionStage<String> first = next.board("a");
    flights.get(0).complete("1");
    CompletionStage<String> second = next.board("a");
    flights.get(1).complete("2");
    assertThat(Done.value(first)).isEqualTo("1");
    assertThat(Done.value(second)).isEqualTo("2");
  }
}
