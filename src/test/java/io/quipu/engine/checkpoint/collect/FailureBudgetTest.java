package io.quipu.engine.checkpoint.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Done;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FailureBudgetTest {
  private static final List<Integer> UNITS = IntStream.range(0, 10).boxed().toList();

  private final List<Integer> started = new ArrayList<>();

  private static StoreUnavailable unavailable(int unit) {
    return new StoreUnavailable("unit " + unit, null);
  }

  private CompletionStage<Void> fail(int unit) {
    started.add(unit);
    return CompletableFuture.failedStage(unavailable(unit));
  }

  @Test
  void startsNoUnit_afterTooManyHaveFailed_butTellsOfTheFirst() {
    FailureBudget budget = new FailureBudget(2);
    Done.value(budget.forEach(1, UNITS, this::fail));
    Done.value(budget.forEach(1, UNITS, this::fail));
    assertThat(started).containsExactly(0, 1, 2);
    assertThat(Done.failure(budget.outcome())).hasMessage("unit 0");
  }

  @Test
  void tellsOfADefect_ratherThanOfAStoreThatIsAway() {
    FailureBudget budget = new FailureBudget(2);
    Done.value(
        budget.forEach(
            1,
            UNITS,
            unit -> {
              if (unit == 5) {
                throw new IllegalStateException("a defect");
              }
              return unit < 7 && unit % 2 == 0
                  ? CompletableFuture.completedStage(null)
                  : fail(unit);
            }));
    assertThat(started).containsExactly(1, 3);
    assertThat(Done.failure(budget.outcome())).hasMessage("a defect");
  }

  @Test
  void succeeds_whereNothingFails() {
    FailureBudget budget = new FailureBudget(0);
    Done.value(budget.forEach(3, UNITS, unit -> CompletableFuture.completedStage(null)));
    Done.value(budget.outcome());
  }
}
