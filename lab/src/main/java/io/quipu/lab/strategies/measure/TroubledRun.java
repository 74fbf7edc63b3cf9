package io.quipu.lab.strategies.measure;

import io.quipu.lab.strategies.strategy.Line;
import io.quipu.lab.strategies.strategy.Strategy;
import io.quipu.lab.strategies.strategy.Writer;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * A run of distinct increments of one counter under one trouble, and the count afterwards. Each
 * increment is sent until it is answered, but not again after the {@link #LIMIT} of the whole run.
 */
final class TroubledRun {
  private static final Duration AHEAD = Duration.ofHours(1);
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final long PAUSE_MILLIS = 5;
  private static final int MOST_CLIENTS = 16;

  /** The number of rounds of the run. The writers tidy up after each round. */
  private static final int ROUNDS = 10;

  private final Strategy strategy;
  private final Plan plan;
  private final Trouble trouble;
  private final String counter;
  private final Line line;
  private final List<Writer> writers;
  private final LongAdder sentAgain = new LongAdder();
  private final AtomicInteger next = new AtomicInteger();
  private final long end = System.nanoTime() + LIMIT.toNanos();

  TroubledRun(Strategy strategy, Plan plan, Trouble trouble) {
    this.strategy = strategy;
    this.plan = plan;
    this.trouble = trouble;
    this.counter = trouble.title().replace(' ', '-');
    this.line =
        trouble == Trouble.ANSWER_LOST ? Line.losing(plan.percent() / 100.0) : Line.reliable();
    Clock clock = Clock.systemUTC();
    Writer first = strategy.writer(0, clock, line);
    this.writers =
        trouble.hasTwoWriters()
            ? List.of(first, strategy.writer(1, Clock.offset(clock, AHEAD), line))
            : List.of(first);
  }

  Result.Outcome outcome() {
    long unanswered = 0;
    for (int round = 1; round <= ROUNDS; round++) {
      unanswered += incrementUntil(plan.increments() * round / ROUNDS);
      writers.forEach(this::tidy);
    }
    return new Result.Outcome(
        plan.increments(), strategy.read(counter), sentAgain.sum() + line.losses(), unanswered);
  }

  /** Tidies up. A failure is ignored, because a later round, if any, tidies up again. */
  private void tidy(Writer writer) {
    writer.tidy(counter).handle((done, failure) -> done).toCompletableFuture().join();
  }

  /** Sends the increments before {@code last}. Returns the number that were not answered. */
  private long incrementUntil(int last) {
    Clients clients =
        new Clients(
            () -> {
              int i = next.getAndUpdate(n -> Math.min(n + 1, last));
              return i < last ? () -> increment(i) : null;
            });
    clients.run(Math.min(plan.clients(), MOST_CLIENTS));
    return clients.failed();
  }

  private CompletionStage<?> increment(int i) {
    Writer writer = writers.get(i % writers.size());
    String id = counter + "-" + i;
    Supplier<CompletionStage<?>> send = writer.increment(counter, id);
    CompletionStage<?> sent = untilAnswered(send);
    // With i alone, a percentage such as 50 would only pick increments of the first writer.
    if (plan.isTroubled(i / writers.size())) {
      if (trouble == Trouble.SENT_AGAIN) {
        sent = sent.thenCompose(done -> again(send));
      } else if (trouble == Trouble.SENT_ELSEWHERE) {
        Writer other = writers.get((i + 1) % writers.size());
        sent = sent.thenCompose(done -> again(other.increment(counter, id)));
      }
    }
    return sent;
  }

  private CompletionStage<?> again(Supplier<CompletionStage<?>> send) {
    sentAgain.increment();
    return untilAnswered(send);
  }

  private CompletionStage<?> untilAnswered(Supplier<CompletionStage<?>> send) {
    return Clients.sent(send)
        .handle(
            (answer, failure) -> {
              if (failure == null) {
                return CompletableFuture.completedStage(answer);
              }
              return System.nanoTime() - end < 0
                  ? afterAPause(() -> untilAnswered(send))
                  : CompletableFuture.failedStage(failure);
            })
        .thenCompose(stage -> stage);
  }

  private static CompletionStage<?> afterAPause(Supplier<CompletionStage<?>> next) {
    return CompletableFuture.supplyAsync(
            next, CompletableFuture.delayedExecutor(PAUSE_MILLIS, TimeUnit.MILLISECONDS))
        .thenCompose(stage -> stage);
  }
}
