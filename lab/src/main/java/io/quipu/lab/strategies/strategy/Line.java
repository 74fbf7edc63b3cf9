package io.quipu.lab.strategies.strategy;

import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;

/**
 * A line that carries answers to a writer, and may lose some of the answers. The request of a lost
 * answer was done, but the writer does not learn of it. For any thread.
 */
public final class Line {
  private static final int SEED = 20_100_525;

  private final double lost;
  private final Random random = new Random(SEED);
  private final LongAdder losses = new LongAdder();

  private Line(double lost) {
    this.lost = lost;
  }

  /** Returns a line that loses no answer. */
  public static Line reliable() {
    return new Line(0);
  }

  /**
   * @param share the share of the answers that are lost, from 0 to 1
   */
  public static Line losing(double share) {
    return new Line(share);
  }

  /** Returns the answer, or fails with {@link AnswerLost} if the answer is lost. */
  public <T> CompletionStage<T> answer(CompletionStage<T> sent) {
    return lost == 0
        ? sent
        : sent.thenCompose(
            answer -> {
              if (random.nextDouble() >= lost) {
                return CompletableFuture.completedStage(answer);
              }
              losses.increment();
              return CompletableFuture.failedStage(new AnswerLost());
            });
  }

  /** Returns the number of answers that were lost so far. */
  public long losses() {
    return losses.sum();
  }

  /** A failure like a timeout: the writer does not know whether its request was done. */
  public static final class AnswerLost extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AnswerLost() {
      super("the answer was lost", null, false, false);
    }
  }
}
