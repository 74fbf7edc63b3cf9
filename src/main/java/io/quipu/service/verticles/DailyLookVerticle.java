package io.quipu.service.verticles;

import io.quipu.engine.time.Periodic;
import io.quipu.engine.time.Scheduler;
import io.quipu.service.bus.ContextScheduler;
import io.vertx.core.Context;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Looks once a day at the settings that the guarantees rest on, because operators change them while
 * instances run. The start has looked before.
 *
 * @param look one look, which reports what it finds
 */
public record DailyLookVerticle(Supplier<CompletionStage<?>> look) implements Deployable {
  static final Duration PAUSE = Duration.ofDays(1);

  @Override
  public Future<?> deploy(Context context) {
    repeat(new ContextScheduler(context), look);
    return Future.succeededFuture();
  }

  /**
   * Looks again and again, a day after the start and after each look.
   *
   * @param scheduler of the calling context; a look may end on any thread
   */
  static void repeat(Scheduler scheduler, Supplier<CompletionStage<?>> look) {
    Periodic daily =
        new Periodic(
            scheduler, PAUSE, () -> look.get().handleAsync((done, failure) -> done, scheduler));
    scheduler.after(PAUSE, daily::start);
  }
}
