package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.names.Layout;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Periodic;
import io.quipu.engine.time.Scheduler;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Deletes what deleted namespaces and purged counters held. Each has a loop of its own, so that
 * neither waits for the other, nor for the collection of rows. Confined to the scheduler's context.
 */
public final class Erasing {
  private final Scheduler scheduler;
  private final ErasureSource source;
  private final Supplier<? extends Collection<Integer>> own;
  private final List<Periodic> loops;

  /**
   * @param moveOn has a page settled up to now, even if it has no rows
   * @param own the pages that this process settles now
   */
  public Erasing(
      Layout layout,
      CounterStores stores,
      ErasureSource source,
      Consumer<Integer> moveOn,
      Supplier<? extends Collection<Integer>> own,
      Clock clock,
      Scheduler scheduler,
      CollectionMeters meters) {
    this.scheduler = scheduler;
    this.source = source;
    this.own = own;
    ErasureSite site = new ErasureSite(layout, stores, source, moveOn, clock, meters);
    this.loops =
        List.of(
            loop("The deletion of namespaces", new NamespaceErasure(site)::step),
            loop("The deletion of purged counters", new CounterErasure(site)::step));
  }

  private Periodic loop(String work, Function<Collection<Integer>, CompletionStage<Void>> step) {
    FailureReport report = new FailureReport(work);
    return new Periodic(
        scheduler,
        source.pause(),
        () -> step.apply(own.get()).whenComplete((done, failure) -> report.ended(failure)));
  }

  /** The loops, to be started and stopped. */
  public List<Periodic> loops() {
    return loops;
  }
}
