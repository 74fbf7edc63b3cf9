package io.quipu.engine.writer;

import static io.quipu.engine.writer.TestWriters.incarnation;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.time.Done;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LaneWatermarksTest {
  private final HandDrivenTime time = new HandDrivenTime();
  private final Incarnation first = incarnation(time, 1);
  private final List<CompletableFuture<EventTime>> asked = new ArrayList<>();
  private final LaneWatermarks lanes =
      new LaneWatermarks(
          2,
          (lane, incarnation) -> {
            CompletableFuture<EventTime> answer = new CompletableFuture<>();
            asked.add(answer);
            return answer;
          });

  private EventTime later(long millis) {
    return first.floor().plusTicks(millis * 10_000);
  }

  @Test
  void isAdopted_onceEachContextHasAnswered() {
    assertThat(lanes.isAdopted(first)).isFalse();
    var low = lanes.low(first);
    asked.get(1).complete(later(7));
    assertThat(lanes.isAdopted(first)).isFalse();
    asked.get(0).complete(later(5));
    assertThat(lanes.isAdopted(first)).isTrue();
    assertThat(Done.value(low)).isEqualTo(later(5));
  }

  @Test
  void isNotAdopted_byAContextThatDidNotAnswer_untilItDoes() {
    var low = lanes.low(first);
    asked.get(0).complete(later(5));
    asked.get(1).completeExceptionally(new IllegalStateException("late"));
    assertThat(Done.value(low)).isEqualTo(first.floor());
    assertThat(lanes.isAdopted(first)).isFalse();

    var again = lanes.low(first);
    asked.get(2).completeExceptionally(new IllegalStateException("late"));
    asked.get(3).complete(later(9));
    assertThat(Done.value(again)).isEqualTo(later(5));
    assertThat(lanes.isAdopted(first)).isTrue();
  }

  @Test
  void isAskedAnew_ofTheNextIncarnation() {
    lanes.low(first);
    asked.forEach(answer -> answer.complete(later(5)));
    Incarnation second = incarnation(time, 2);
    assertThat(lanes.isAdopted(second)).isFalse();
    lanes.low(second);
    assertThat(lanes.isAdopted(second)).isFalse();
    assertThat(lanes.isAdopted(first)).isFalse();
    asked.forEach(answer -> answer.complete(later(9)));
    assertThat(lanes.isAdopted(second)).isTrue();
  }

  @Test
  void isAdopted_whereNothingRecords() {
    LaneWatermarks none = new LaneWatermarks(0, (lane, incarnation) -> new CompletableFuture<>());
    assertThat(none.isAdopted(first)).isTrue();
  }
}
