package io.quipu.engine.time;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Repeats an asynchronous task. Rounds never overlap: the pause runs from the end of one round to
 * the start of the next. Confined to the scheduler's context.
 */
public final class Periodic {
  private final Scheduler scheduler;
  private final Duration pause;
  private final Supplier<CompletionStage<?>> round;
  private Scheduler.Cancellable next = () -> {};
  private boolean running;
  private boolean again;
  private boolean stopped;

  /**
   * @param round one round; a failure ends the round, not the repetition, and must be reported by
   *     the round itself
   */
  public Periodic(Scheduler scheduler, Duration pause, Supplier<CompletionStage<?>> round) {
    this.scheduler = scheduler;
    this.pause = pause;
    this.round = round;
  }

  /** Starts the first round at once. */
  public void start() {
    scheduler.execute(this::run);
  }

  /**
   * Starts a round now or, if a round is running, as soon as that round has ended. The running
   * round is not enough, because it may have begun before the change that the caller wants a round
   * to see.
   */
  public void hasten() {
    if (running) {
      again = true;
    } else if (!stopped) {
      next.cancel();
      run();
    }
  }

  /** Stops the repetition: no further round starts. A running round is not interrupted. */
  public void stop() {
    stopped = true;
    next.cancel();
  }

  private void run() {
    if (stopped || running) {
      return;
    }
    running = true;
    again = false;
    SafeStart.of(round)
        .whenComplete(
            (done, failure) -> {
              running = false;
              if (!stopped) {
                next = scheduler.after(again ? Duration.ZERO : pause, this::run);
              }
            });
  }
}
