package io.quipu.service.verticles;

import io.quipu.service.bus.Address;
import io.quipu.service.verticles.Readiness.Check;
import io.vertx.core.Context;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Tells whether this process is ready. One instance, so that all requests of a process share the
 * checks of the store.
 *
 * @param store makes the check of the store, which completes on the given context
 * @param writes whether this process needs a lease; if not, the check of the lease passes
 * @param others further checks that have to pass
 */
public record HealthVerticle(
    Function<Context, Supplier<CompletionStage<Check>>> store,
    boolean writes,
    List<Supplier<CompletionStage<Check>>> others)
    implements Deployable {
  /** Tells whether the process is ready. The request names its purpose, which is ignored. */
  public static final Address<String, Readiness> CHECK = Address.of("health.check");

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  @Override
  public Future<?> deploy(Context context) {
    Supplier<CompletionStage<Check>> cassandra = store.apply(context);
    EventBus bus = context.owner().eventBus();
    return CHECK.serve(
        bus,
        what -> {
          List<CompletionStage<Check>> checks = new ArrayList<>();
          checks.add(cassandra.get());
          checks.add(lease(bus));
          others.forEach(other -> checks.add(other.get()));
          return readiness(checks);
        });
  }

  private static CompletionStage<Readiness> readiness(List<CompletionStage<Check>> checks) {
    CompletionStage<List<Check>> all = CompletableFuture.completedStage(List.of());
    for (CompletionStage<Check> each : checks) {
      all =
          all.thenCombine(
              each, (before, check) -> Stream.concat(before.stream(), Stream.of(check)).toList());
    }
    return all.thenApply(Readiness::new);
  }

  private CompletionStage<Check> lease(EventBus bus) {
    if (!writes) {
      return CompletableFuture.completedStage(new Check("lease", true, ""));
    }
    return WriterVerticle.MAY_ACKNOWLEDGE
        .request(bus, "readiness", PATIENCE)
        .otherwise(false)
        .map(
            held ->
                new Check("lease", held, "The lease of this instance as a writer is not valid."))
        .toCompletionStage();
  }
}
