package io.quipu.service.verticles;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.time.HandDrivenTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class DailyLookVerticleTest {
  private final HandDrivenTime time = new HandDrivenTime();
  private final List<CompletableFuture<Void>> looks = new ArrayList<>();

  @Test
  void looksADayAfterTheLastLookHasEnded_howeverItEnded() {
    DailyLookVerticle.repeat(
        time,
        () -> {
          looks.add(new CompletableFuture<>());
          return looks.get(looks.size() - 1);
        });
    time.pass(Duration.ofHours(23));
    assertThat(looks).as("the start has just looked").isEmpty();

    time.pass(Duration.ofDays(2));
    assertThat(looks).as("one look at a time").hasSize(1);

    looks.get(0).completeExceptionally(new IllegalStateException("a defect"));
    time.pass(Duration.ofHours(23));
    assertThat(looks).hasSize(1);
    time.pass(Duration.ofHours(2));
    assertThat(looks).hasSize(2);
  }
}
