package io.quipu.engine.kinds.sketch;

import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.quipu.cassandra.kinds.CassandraSketchStore;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.cassandra.writers.CassandraWriterRegistry;
import io.quipu.engine.kind.Recorder;
import io.quipu.engine.kind.RecorderSite;
import io.quipu.engine.kind.Upkeep;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.Confirmation;
import io.quipu.engine.writer.Incarnation;
import io.quipu.engine.writer.Writer;
import io.quipu.engine.writer.WriterMeters;
import io.quipu.engine.writer.WriterRegistry;
import io.quipu.engine.writer.WriterSettings;
import io.quipu.service.bus.ContextScheduler;
import io.vertx.core.Context;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

/**
 * The part of a process that records sketches: a writer with its lease, a recorder, and what
 * merges, on a context of its own, over a real Cassandra. It can be killed: then nothing of it runs
 * any more, and no answer reaches it; what it has sent goes on.
 */
final class SketchProcess {
  private static final Duration LEASE = Duration.ofSeconds(1);

  /** For a state of {@code distinct}, and not for another one besides. */
  static final long STATE_BYTES = 10_000;

  private static final CompositeMeterRegistry NOBODY_LOOKS = new CompositeMeterRegistry();

  private final Context context;
  private final Recorder recorder;
  private final Upkeep merging;
  private final Writer writer;
  private final UnaryOperator<Incarnation> recordsAs;
  private volatile Incarnation incarnation;
  private final CompletableFuture<Void> death = new CompletableFuture<>();
  private volatile boolean killed;

  SketchProcess(CassandraSession session, Context context, SketchMeters meters) {
    this(session, context, meters, STATE_BYTES, real -> real);
  }

  /**
   * @param recordsAs makes the incarnation that records, such as one with another group time
   */
  SketchProcess(
      CassandraSession session,
      Context context,
      SketchMeters meters,
      long stateBytes,
      UnaryOperator<Incarnation> recordsAs) {
    this.context = context;
    this.recordsAs = recordsAs;
    Scheduler scheduler = new MortalScheduler(new ContextScheduler(context));
    SketchStore store = mortal(SketchStore.class, new CassandraSketchStore(session, context));
    SketchKind kind =
        new SketchKind(
            () -> store,
            new SketchSettings(100_000, 100_000_000, stateBytes, 20_000, 32, Duration.ofSeconds(8)),
            meters);
    recorder =
        kind.recorder(
            new RecorderSite(
                null,
                () -> incarnation,
                Confirmation.LEASED,
                scheduler,
                Clock.system(),
                0,
                changed -> {}));
    merging = kind.upkeep(scheduler);
    writer =
        new Writer(
            mortal(WriterRegistry.class, new CassandraWriterRegistry(session, context)),
            Clock.system(),
            scheduler,
            new WriterSettings(LEASE, LEASE.dividedBy(6), true),
            this::low,
            UUID::randomUUID,
            merging::onView,
            new WriterMeters(NOBODY_LOOKS));
    context.runOnContext(
        now -> {
          writer.start();
          merging.start();
        });
  }

  private CompletionStage<EventTime> low(Incarnation asking) {
    Incarnation current = incarnation;
    if (current == null || current.number() != asking.number()) {
      incarnation = recordsAs.apply(asking);
    }
    return CompletableFuture.completedStage(asking.time().now());
  }

  CompletableFuture<RecordOutcome> record(SketchUpdate update) {
    CompletableFuture<RecordOutcome> answer = new CompletableFuture<>();
    context.runOnContext(
        now -> {
          if (!killed) {
            recorder
                .record(update)
                .whenComplete(
                    (outcome, defect) -> {
                      if (defect == null) {
                        answer.complete(outcome);
                      } else {
                        answer.completeExceptionally(defect);
                      }
                    });
          }
        });
    return answer;
  }

  boolean mayRecord() {
    Incarnation current = incarnation;
    return !killed && current != null && current.lease().holds();
  }

  /** As {@code kill -9} does. */
  void kill() {
    killed = true;
    death.complete(null);
  }

  /** Completes when it is killed. */
  CompletableFuture<Void> death() {
    return death;
  }

  /** As on SIGTERM. */
  CompletableFuture<Void> stop() {
    CompletableFuture<Void> done = new CompletableFuture<>();
    context.runOnContext(
        now -> {
          merging.stop();
          recorder
              .drain()
              .thenCompose(drained -> writer.retire())
              .whenComplete((retired, failure) -> done.complete(null));
        });
    return done;
  }

  private <S> S mortal(Class<S> type, S store) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              CompletableFuture<Object> answer = new CompletableFuture<>();
              if (!killed) {
                ((CompletionStage<?>) method.invoke(store, arguments))
                    .whenComplete(
                        (value, failure) -> {
                          if (killed) {
                            return;
                          }
                          if (failure == null) {
                            answer.complete(value);
                          } else {
                            answer.completeExceptionally(failure);
                          }
                        });
              }
              return answer;
            }));
  }

  private final class MortalScheduler implements Scheduler {
    private final Scheduler real;

    private MortalScheduler(Scheduler real) {
      this.real = real;
    }

    @Override
    public void execute(Runnable task) {
      real.execute(() -> unlessKilled(task));
    }

    @Override
    public Cancellable after(Duration delay, Runnable task) {
      return real.after(delay, () -> unlessKilled(task));
    }

    private void unlessKilled(Runnable task) {
      if (!killed) {
        task.run();
      }
    }
  }
}
