package io.quipu.engine.query.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.time.HandDrivenTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RankingPaceTest {
  private final HandDrivenTime time = new HandDrivenTime();
  private final RankingPace pace = new RankingPace(time);

  @Test
  void thoseThatBeginTogether_haveTheBurstBetweenThem() {
    assertThat(pace.begin()).isTrue();
    assertThat(pace.begin()).isTrue();
    assertThat(pace.begin()).as("the burst is promised to the others").isFalse();
    pace.end();
    assertThat(pace.begin()).as("which needed none of it").isTrue();
  }

  @Test
  void oneBeginsAtATime_whereLittleIsLeft() {
    take(Duration.ofSeconds(40));
    assertThat(pace.begin()).isTrue();
    assertThat(pace.begin()).isFalse();
    pace.end();
    assertThat(pace.begin()).isTrue();
    take(Duration.ofSeconds(60));
    pace.end();
    assertThat(pace.begin()).as("more than there was is paid for afterwards").isFalse();
    time.pass(Duration.ofMinutes(5));
    assertThat(pace.begin()).isTrue();
  }

  private void take(Duration queries) {
    CompletableFuture<Void> query = new CompletableFuture<>();
    pace.read(() -> query, taken -> assertThat(taken).isEqualTo(queries.toNanos()));
    time.pass(queries);
    query.complete(null);
  }
}
