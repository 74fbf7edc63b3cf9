package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.store.Site;
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
      Site site,
      ErasureSource source,
      Consumer<Integer> moveOn,
      Supplier<? extends Collection<Integer>> own,
      CollectionMeters meters) {
    this.scheduler = site.scheduler();
    this.source = source;
    this.own = own;
    ErasureSite erasure =
        new ErasureSite(site.layout(), site.stores(), source, moveOn, site.clock(), meters);
    this.loops =
        List.of(
            loop("The deletion of namespaces", new NamespaceErasure(erasure)::step),
            loop("The deletion of purged counters", new CounterErasure(erasure)::step));
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
