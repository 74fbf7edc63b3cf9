package io.quipu.testing.sim.sketch;

import io.quipu.engine.checkpoint.collect.ErasureSource;
import io.quipu.engine.kinds.sketch.SketchStore;
import io.quipu.engine.names.CounterLives.Purge;
import io.quipu.engine.names.NamespaceLife;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.time.Scheduler;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.Protocol.Use;
import io.quipu.testing.sim.core.Machine;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A seeded fault of sketches that are reset: rules of purges, left out. */
public enum PurgedSketchFault {
  OLD_SETTINGS_USED(
      "settings of sketches used for longer than a purge waits", UsesOldSettings::new),
  PURGE_ANSWERED_AT_ONCE(
      "purge of a sketch answered before everybody knows of it", AnsweredAtOnce::new),
  ONE_LIFE_FOR_ALL(
      "life of a sketch used again", Protocol.everywhere(NamespaceStore.class, OneLife::new)),
  ERASED_AT_ONCE(
      "states of sketches deleted while they may still be read and written", ErasedAtOnce::new),
  ERASURE_NOT_AWAITED(
      "deletion of states of sketches taken for done",
      Protocol.in(Use.SETTLING, SketchStore.class, NotAwaited::new));

  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // only constructors, which hold nothing
  private final Supplier<Protocol> protocol;

  PurgedSketchFault(String title, Supplier<Protocol> protocol) {
    this.title = title;
    this.protocol = protocol;
  }

  /** Its name in the table of planted faults. */
  public String title() {
    return title;
  }

  Supplier<Protocol> protocol() {
    return protocol;
  }

  private static final class UsesOldSettings extends Protocol {
    @Override
    protected Duration cached(Duration time) {
      return Duration.ofHours(1);
    }
  }

  private static final class AnsweredAtOnce extends Protocol {
    @Override
    protected Scheduler pauses(Machine machine) {
      return new Scheduler() {
        @Override
        public Cancellable after(Duration delay, Runnable task) {
          return machine.after(Duration.ZERO, task);
        }

        @Override
        public void execute(Runnable task) {
          machine.execute(task);
        }
      };
    }
  }

  private static final class ErasedAtOnce extends Protocol {
    @Override
    protected ErasureSource erasing(ErasureSource source) {
      return new ErasureSource(
          source.namespaces(),
          source.erasure(),
          source.erasers(),
          source.pause(),
          Duration.ofNanos(1),
          0);
    }
  }

  /** Every purge of a counter begins the same life. */
  record OneLife(NamespaceStore real) {
    public CompletionStage<List<Purge>> purges(NamespaceLife life, int after) {
      return real.purges(life, after)
          .thenApply(
              log -> log.stream().map(one -> new Purge(one.number(), one.name(), 1)).toList());
    }
  }

  /** Ends a purge whatever becomes of the deletion of its states. */
  record NotAwaited(SketchStore real) {
    public CompletionStage<Void> erase(Extent extent) {
      var unused = real.erase(extent);
      return CompletableFuture.completedStage(null);
    }
  }
}
