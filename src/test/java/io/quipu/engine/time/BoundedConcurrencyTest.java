package io.quipu.engine.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class BoundedConcurrencyTest {
  @Test
  void chunksKeepTheOrder_andLeaveNothingOut() {
    assertThat(BoundedConcurrency.chunks(List.of(1, 2, 3, 4, 5), 2))
        .containsExactly(List.of(1, 2), List.of(3, 4), List.of(5));
    assertThat(BoundedConcurrency.chunks(List.of(1, 2), 2)).containsExactly(List.of(1, 2));
    assertThat(BoundedConcurrency.chunks(List.of(), 2)).isEmpty();
  }

  @Test
  void failsWithWhatAnActionThrows_alsoWhenNobodyCatches() {
    List<CompletableFuture<Void>> begun = new ArrayList<>();
    IllegalStateException defect = new IllegalStateException("a defect");
    CompletionStage<Void> all =
        BoundedConcurrency.forEach(
            1,
            List.of(1, 2, 3),
            item -> {
              if (item == 2) {
                throw defect;
              }
              begun.add(new CompletableFuture<>());
              return begun.get(begun.size() - 1);
            });
    begun.get(0).complete(null);
    assertThat(Done.failure(all)).isSameAs(defect);
    assertThat(begun).as("nothing is begun after a failure").hasSize(1);
  }

  @Test
  void mapsInTheOrderOfTheItems_whicheverEndsFirst() {
    List<CompletableFuture<Integer>> begun = new ArrayList<>();
    CompletableFuture<List<Integer>> all =
        BoundedConcurrency.map(
                2,
                List.of(1, 2, 3),
                item -> {
                  CompletableFuture<Integer> one = new CompletableFuture<>();
                  begun.add(one);
                  return one;
                })
            .toCompletableFuture();
    assertThat(begun).as("not more at once than the limit").hasSize(2);
    begun.get(1).complete(20);
    begun.get(2).complete(30);
    assertThat(all).isNotDone();
    begun.get(0).complete(10);
    assertThat(all).isCompletedWithValue(List.of(10, 20, 30));
  }
}
