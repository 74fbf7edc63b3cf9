package io.quipu.service.verticles;

import io.quipu.engine.time.Periodic;
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
  private static final Duration PAUSE = Duration.ofDays(1);

  @Override
  public Future<?> deploy(Context context) {
    ContextScheduler scheduler = new ContextScheduler(context);
    Periodic daily = new Periodic(scheduler, PAUSE, () -> looked(scheduler));
    scheduler.after(PAUSE, daily::start);
    return Future.succeededFuture();
  }

  /** A look ends on a thread of the driver, and the repetition belongs to the context. */
  private CompletionStage<Void> looked(ContextScheduler scheduler) {
    return look.get().thenAcceptAsync(done -> {}, scheduler);
  }
}
