package io.quipu.engine.kinds.linear;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kind.RecorderSite;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kinds.tally.TallyKind;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.state.Tally;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.writer.Confirmation;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** Counters of kind {@code linear} as they are recorded and read, over a store in memory. */
public final class MemoryLinear {
  private final HandDrivenTime time = new HandDrivenTime();
  private final HandMadeLinearStore store = new HandMadeLinearStore();
  private final LinearMeters meters = new LinearMeters(new SimpleMeterRegistry());
  private final LinearSettings settings = LinearSettings.of(100, 1_000_000);
  private final Namespace namespace;
  private final LinearCounters counters;

  public MemoryLinear(Namespace namespace) {
    this.namespace = namespace;
    this.counters = counters(store, () -> namespace, time, settings, meters);
  }

  /** Counters of a namespace, as one process records them. */
  static LinearCounters counters(
      LinearStore store,
      Supplier<Namespace> namespace,
      HandDrivenTime time,
      LinearSettings settings,
      LinearMeters meters) {
    return new LinearCounters(
        store,
        new LinearRules(
            name -> CompletableFuture.completedStage(Optional.of(namespace.get())), time),
        new RecorderSite(null, () -> null, Confirmation.LEASED, time, time, 0, changed -> {}),
        () -> 0.5,
        UUID.randomUUID(),
        settings,
        meters);
  }

  public Namespace namespace() {
    return namespace;
  }

  /** The kinds of a process, with this one. */
  public KnownKinds kinds() {
    return new KnownKinds(
        List.of(
            TallyKind.EVENT,
            TallyKind.UNIQUE,
            new LinearKind(
                () -> store,
                () -> {
                  throw new IllegalStateException("no namespace is looked up");
                },
                settings,
                meters,
                time)));
  }

  /** Reads a counter. */
  public synchronized CompletionStage<Answer> read(CounterName counter) {
    return new LinearReader(store, time)
        .count(new Question.Count(new KnownCounter(counter, namespace)));
  }

  /**
   * Records events, and tells how they leave their counter.
   *
   * @param after gets the counter with its count and events
   */
  public synchronized CompletionStage<RecordOutcome> record(
      Recording recording, BiConsumer<CounterName, Tally> after) {
    return counters
        .record((Increment) recording)
        .thenApply(
            outcome -> {
              LinearState state = store.states.get(recording.counter());
              if (state != null) {
                after.accept(recording.counter(), Tally.of(state.count(), state.eventsSince()));
              }
              return outcome.common();
            });
  }
}
