package io.quipu.lab.strategies.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.lab.strategies.strategy.Line;
import io.quipu.lab.strategies.strategy.Strategy;
import io.quipu.lab.strategies.strategy.Writer;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The injected trouble, by ways to count that are known to be right or wrong. */
class TroubledRunTest {
  private static final Plan PLAN = new Plan(8, 1, Duration.ofSeconds(1), List.of(10), 200, 5);

  @ParameterizedTest
  @EnumSource
  void whatKnowsIdsIsRight(Trouble trouble) {
    Result.Outcome outcome = new TroubledRun(new Ids(), PLAN, trouble).outcome();
    assertThat(outcome.isRight()).isTrue();
    assertThat(outcome.counted()).isEqualTo(200);
  }

  @ParameterizedTest
  @EnumSource
  void whatKnowsNoIdsIsWrongByWhatWasInjected(Trouble trouble) {
    Result.Outcome outcome = new TroubledRun(new Sum(), PLAN, trouble).outcome();
    assertThat(outcome.difference()).isEqualTo(outcome.injected());
    assertThat(outcome.unanswered()).isZero();
    if (trouble == Trouble.TWO_CLOCKS) {
      assertThat(outcome.injected()).isZero();
    } else if (trouble != Trouble.ANSWER_LOST) {
      assertThat(outcome.injected()).isEqualTo(10);
    } else {
      assertThat(outcome.injected()).isPositive();
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "3, 6", "7, 14", "40, 80", "50, 100"})
  void asManyAreTroubledAsThePlanSays(int percent, int troubled) {
    for (Trouble trouble : List.of(Trouble.SENT_AGAIN, Trouble.SENT_ELSEWHERE)) {
      Plan plan = new Plan(8, 1, Duration.ofSeconds(1), List.of(10), 200, percent);
      Result.Outcome outcome = new TroubledRun(new Sum(), plan, trouble).outcome();
      assertThat(outcome.injected()).as(trouble.title()).isEqualTo(troubled);
    }
  }

  @Test
  void twoProcessesTakeTurns_andTheClockOfTheSecondIsAnHourAhead() {
    Ids ids = new Ids();
    new TroubledRun(ids, PLAN, Trouble.TWO_CLOCKS).outcome();
    assertThat(ids.clocks).hasSize(2);
    assertThat(Duration.between(ids.clocks.get(0).instant(), ids.clocks.get(1).instant()))
        .isBetween(Duration.ofMinutes(59), Duration.ofMinutes(61));
    assertThat(ids.tidied).hasValue(20);
  }

  @Test
  void aLineLosesAnswersAndNothingElse() {
    Line line = Line.losing(0.5);
    AtomicInteger done = new AtomicInteger();
    int lost = 0;
    for (int i = 0; i < 1_000; i++) {
      CompletableFuture<?> sent =
          line.answer(CompletableFuture.completedStage(done.incrementAndGet()))
              .toCompletableFuture();
      lost += sent.isCompletedExceptionally() ? 1 : 0;
    }
    assertThat(done).hasValue(1_000);
    assertThat(lost).isBetween(400, 600).isEqualTo((int) line.losses());
  }

  /** A set of ids. */
  private static final class Ids implements Strategy {
    private final Set<String> ids = ConcurrentHashMap.newKeySet();
    private final List<Clock> clocks = new ArrayList<>();
    private final AtomicInteger tidied = new AtomicInteger();

    @Override
    public Writer writer(int number, Clock clock, Line line) {
      clocks.add(clock);
      return new Writer() {
        @Override
        public Supplier<CompletionStage<?>> increment(String counter, String id) {
          return () -> line.answer(CompletableFuture.completedStage(ids.add(id)));
        }

        @Override
        public CompletionStage<?> tidy(String counter) {
          return CompletableFuture.completedStage(tidied.incrementAndGet());
        }
      };
    }

    @Override
    public void seed(String counter, int events) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long read(String counter) {
      return ids.size();
    }
  }

  /** A sum that answers from another thread. */
  private static final class Sum implements Strategy {
    private final AtomicLong sum = new AtomicLong();

    @Override
    public Writer writer(int number, Clock clock, Line line) {
      return (counter, id) ->
          () -> line.answer(CompletableFuture.supplyAsync(sum::incrementAndGet));
    }

    @Override
    public void seed(String counter, int events) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long read(String counter) {
      return sum.get();
    }
  }
}
