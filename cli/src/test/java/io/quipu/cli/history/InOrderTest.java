package io.quipu.cli.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.cli.service.Unanswered;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InOrderTest {
  @Test
  void whatTasksMakeIsTakenInTheirOrder_howeverMuchItIs() {
    List<Integer> taken = new ArrayList<>();
    AtomicInteger ended = new AtomicInteger();
    try (InOrder inOrder = new InOrder()) {
      List<Consumer<Consumer<Integer>>> tasks = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        int first = 3_000 * i;
        tasks.add(to -> IntStream.range(first, first + 3_000).forEach(to::accept));
      }
      inOrder.run(tasks, taken::add, ended::incrementAndGet);
    }
    assertThat(taken).isEqualTo(IntStream.range(0, 150_000).boxed().toList());
    assertThat(ended).hasValue(50);
  }

  @Test
  void severalTasksRunAtOnce() {
    CountDownLatch both = new CountDownLatch(2);
    Consumer<Consumer<String>> task =
        to -> {
          both.countDown();
          try {
            both.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
    try (InOrder inOrder = new InOrder()) {
      inOrder.run(List.of(task, task), made -> {}, () -> {});
    }
    assertThat(both.getCount()).isZero();
  }

  @Test
  void aTaskThatFailsEndsAll() {
    List<String> taken = new ArrayList<>();
    try (InOrder inOrder = new InOrder()) {
      List<Consumer<Consumer<String>>> tasks =
          List.of(
              to -> to.accept("a"),
              to -> {
                throw new Unanswered("no");
              },
              to -> to.accept("c"));
      assertThatThrownBy(() -> inOrder.run(tasks, taken::add, () -> {}))
          .isInstanceOf(Unanswered.class)
          .hasMessage("no");
    }
    assertThat(taken).containsExactly("a");
  }
}
