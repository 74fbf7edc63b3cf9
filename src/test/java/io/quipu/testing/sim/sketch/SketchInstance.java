package io.quipu.testing.sim.sketch;

import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.quipu.engine.kind.Recorder;
import io.quipu.engine.kind.RecorderSite;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.Upkeep;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.Reader;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.SeriesAnswers;
import io.quipu.engine.kind.answer.SeriesRange;
import io.quipu.engine.kind.answer.WindowAnswers;
import io.quipu.engine.kinds.sketch.SketchKind;
import io.quipu.engine.kinds.sketch.SketchMeters;
import io.quipu.engine.kinds.sketch.SketchSettings;
import io.quipu.engine.kinds.sketch.SketchStore;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.namespace.DeleteOutcome;
import io.quipu.engine.namespace.PurgeOutcome;
import io.quipu.engine.namespace.PutOutcome;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.Confirmation;
import io.quipu.engine.writer.Incarnation;
import io.quipu.engine.writer.SerialConfirmation;
import io.quipu.engine.writer.Writer;
import io.quipu.engine.writer.WriterMeters;
import io.quipu.engine.writer.WriterRegistry;
import io.quipu.engine.writer.WriterSettings;
import io.quipu.engine.writer.WriterView;
import io.quipu.testing.sim.KindLives;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.Protocol.Use;
import io.quipu.testing.sim.SimulatedProcess;
import io.quipu.testing.sim.cassandra.Cluster;
import io.quipu.testing.sim.cassandra.SimulatedNamespaceStore;
import io.quipu.testing.sim.cassandra.SimulatedSketchStore;
import io.quipu.testing.sim.cassandra.SimulatedWriterRegistry;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.Mishap;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One process: the production classes of sketches and of the writer over simulated stores. */
final class SketchInstance extends SimulatedProcess {
  private static final CompositeMeterRegistry NOBODY_LOOKS = new CompositeMeterRegistry();
  private static final SketchMeters METERS = new SketchMeters(NOBODY_LOOKS);
  private static final WriterMeters WRITER = new WriterMeters(NOBODY_LOOKS);

  /** Small, so that states leave memory all the time, and updates wait for each other. */
  private static final SketchSettings SMALL =
      new SketchSettings(60, 1_000_000, 2_500, 3, 3, Duration.ofSeconds(5));

  /** The same for updates of many states. */
  private static final SketchSettings OF_SERIES =
      new SketchSettings(60, 1_000_000, 10_000, 12, 3, Duration.ofSeconds(5));

  private final Cluster cluster;
  private final SketchSettings sketches;
  private final Recorder recorder;
  private final Reader reader;
  private final Upkeep merging;
  private final Writer writer;
  private final @Nullable KindLives lives;
  private Incarnation incarnation;
  private EventTime horizon = EventTime.MIN;

  /**
   * @param confirmed whether a serial read is asked for before anything is acknowledged
   * @param hasSeries whether updates belong to series
   * @param purged the namespace of which counters are purged; null if none are
   */
  SketchInstance(
      Cluster cluster,
      Machine machine,
      Protocol protocol,
      WriterSettings settings,
      boolean confirmed,
      boolean hasSeries,
      @Nullable Namespace purged) {
    super(cluster, machine, protocol);
    this.cluster = cluster;
    this.sketches = hasSeries ? OF_SERIES : SMALL;
    WriterRegistry registry =
        given(null, WriterRegistry.class, new SimulatedWriterRegistry(driver));
    Confirmation confirmation = confirmed ? new SerialConfirmation(registry) : Confirmation.LEASED;
    this.recorder =
        kind(Use.RECORDING)
            .recorder(
                new RecorderSite(
                    null,
                    () -> incarnation,
                    confirmation,
                    machine,
                    machine.clock(),
                    0,
                    changed -> {}));
    this.reader = kind(Use.READING).reader(null);
    this.merging = kind(Use.SETTLING).upkeep(machine);
    this.writer =
        new Writer(
            registry,
            machine.clock(),
            machine,
            settings,
            this::low,
            machine.world().random()::uuid,
            this::heard,
            WRITER);
    this.lives =
        purged == null
            ? null
            : new KindLives(
                driver,
                machine,
                protocol,
                kind(Use.SETTLING),
                purged,
                () -> Optional.ofNullable(time()));
  }

  private SketchKind kind(Use use) {
    SketchStore store = new SimulatedSketchStore(driver);
    return new SketchKind(() -> given(use, SketchStore.class, store), sketches, METERS);
  }

  void start() {
    writer.start();
    merging.start();
    if (lives != null) {
      lives.start();
    }
  }

  /** The number that it records under; 0 before it has one. */
  long number() {
    return incarnation == null ? 0 : incarnation.number();
  }

  /** Asked over the bus, by which recording hears of the incarnation. */
  private CompletionStage<EventTime> low(Incarnation asking) {
    Incarnation heard = protocol.recordsAs(machine, asking);
    hop(
        () -> {
          if (incarnation == null || incarnation.number() < heard.number()) {
            incarnation = heard;
          }
        });
    return CompletableFuture.completedStage(asking.time().now());
  }

  private void heard(WriterView view) {
    hop(
        () -> {
          WriterView given = protocol.settlesBy(view);
          horizon = EventTime.max(horizon, given.horizon());
          merging.onView(given);
          if (lives != null) {
            lives.onView(given);
          }
        });
  }

  /** {@code answer} is not told if the process ends before. */
  void record(Recording update, Consumer<RecordOutcome> answer) {
    ask(() -> recorder.record(update), answer, failure -> false);
  }

  /** The lives of counters, where some are purged. */
  private KindLives lives() {
    return Objects.requireNonNull(lives);
  }

  /**
   * Records in the life in which this process knows a counter.
   *
   * @param update makes the update of that life
   * @param answer not told if the process ends before
   */
  void record(
      CounterName counter,
      Function<KnownCounter, Recording> update,
      Consumer<RecordOutcome> answer) {
    ask(
        () ->
            lives()
                .known(counter)
                .thenCompose(
                    known -> {
                      noteIfOld(known.namespace());
                      return recorder.record(update.apply(known));
                    })
                .exceptionally(
                    unavailable -> {
                      if (StoreUnavailable.caused(unavailable)) {
                        return new RecordOutcome.Refused(RecordOutcome.Refusal.STORE_UNAVAILABLE);
                      }
                      throw new CompletionException(unavailable);
                    }),
        answer,
        failure -> false);
  }

  private void noteIfOld(Namespace known) {
    Optional<Namespace> decided = SimulatedNamespaceStore.decided(cluster, known.name());
    if (decided.filter(known::equals).isEmpty()) {
      machine.world().met().struck(Mishap.OLD_SETTINGS);
    }
  }

  /**
   * Reads in the life in which this process knows a counter.
   *
   * @param taken told of this life, before anything is read
   * @param answer told only if it could be read
   */
  <T> void read(
      CounterName counter,
      Consumer<KnownCounter> taken,
      BiFunction<Reader, KnownCounter, CompletionStage<T>> question,
      Consumer<T> answer) {
    ask(
        () ->
            lives()
                .known(counter)
                .thenCompose(
                    known -> {
                      taken.accept(known);
                      return question
                          .apply(reader, known)
                          .thenCompose(found -> lives().unlessDeleted(known, found));
                    }),
        answer,
        StoreUnavailable::caused);
  }

  /** {@code answer} is not told if nobody knows whether it is purged. */
  void purge(CounterName counter, Consumer<PurgeOutcome> answer) {
    ask(() -> lives().purge(counter), answer, StoreUnavailable::caused);
  }

  /** Deletes the namespace; {@code answer} is not told if nobody knows what becomes of it. */
  void deleteNamespace(Consumer<DeleteOutcome> answer) {
    ask(() -> lives().delete(), answer, StoreUnavailable::caused);
  }

  /** Creates the namespace again. */
  void createNamespace(Consumer<PutOutcome> answer) {
    ask(() -> lives().put(), answer, StoreUnavailable::caused);
  }

  /** The horizon as readers know it. */
  EventTime horizon() {
    return horizon;
  }

  /** {@code answer} is told only if they could be listed. */
  void names(Consumer<List<CounterName>> answer) {
    ask(
        () -> SimulatedSketchStore.names(driver).list("sums", NameRange.ALL, Integer.MAX_VALUE),
        answer,
        StoreUnavailable::caused);
  }

  /** {@code answer} is told only if it could be read. */
  void read(KnownCounter counter, Consumer<Answer> answer) {
    ask(() -> reader.count(new Question.Count(counter)), answer, StoreUnavailable::caused);
  }

  /** {@code answer} is told only if they could be read. */
  void series(SeriesRange range, Consumer<SeriesAnswers> answer) {
    ask(() -> reader.series(range), answer, StoreUnavailable::caused);
  }

  /** {@code answer} is told only if it could be read. */
  void windows(Question.Windows query, Consumer<WindowAnswers> answer) {
    ask(() -> reader.windows(query, horizon), answer, StoreUnavailable::caused);
  }

  /** The group time; null as long as it has never recorded. */
  EventTime time() {
    return incarnation == null ? null : incarnation.time().now();
  }

  /** Stops in order, as on SIGTERM. */
  void stop() {
    hop(
        () -> {
          merging.stop();
          if (lives != null) {
            lives.stop();
          }
          recorder.drain().thenCompose(all -> writer.retire()).thenRun(machine::crash);
        });
  }
}
