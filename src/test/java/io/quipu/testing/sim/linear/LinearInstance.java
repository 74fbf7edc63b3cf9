package io.quipu.testing.sim.linear;

import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.quipu.engine.kind.RecorderSite;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.ReadOptions;
import io.quipu.engine.kind.answer.Reader;
import io.quipu.engine.kinds.linear.Increment;
import io.quipu.engine.kinds.linear.IncrementOutcome;
import io.quipu.engine.kinds.linear.LinearCounters;
import io.quipu.engine.kinds.linear.LinearKind;
import io.quipu.engine.kinds.linear.LinearMeters;
import io.quipu.engine.kinds.linear.LinearRules;
import io.quipu.engine.kinds.linear.LinearSettings;
import io.quipu.engine.kinds.linear.LinearState;
import io.quipu.engine.kinds.linear.LinearStore;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.NamespaceStore.Created;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.Confirmation;
import io.quipu.testing.sim.Protocol;
import io.quipu.testing.sim.SimulatedProcess;
import io.quipu.testing.sim.cassandra.Cluster;
import io.quipu.testing.sim.cassandra.SimulatedLinearStore;
import io.quipu.testing.sim.cassandra.SimulatedNamespaceStore;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.Mishap;
import io.quipu.testing.sim.core.SeededRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** One process that counts: the production classes over a simulated store. */
final class LinearInstance extends SimulatedProcess {
  private static final LinearMeters NOBODY_LOOKS = new LinearMeters(new CompositeMeterRegistry());

  /** Small, so that steps are full, and requests wait for each other. */
  private static final LinearSettings SETTINGS =
      new LinearSettings(200, 1_000_000, 8, 5, 3, 2, Duration.ofSeconds(5));

  private final Cluster cluster;

  /** The settings of namespaces as it was last told. */
  private final Map<String, Namespace> known = new HashMap<>();

  private final LinearStore reading;
  private final LinearCounters counters;
  private final LinearKind kind;
  private final Reader reader;

  LinearInstance(Cluster cluster, Machine machine, Protocol protocol) {
    super(cluster, machine, protocol);
    this.cluster = cluster;
    SeededRandom random = machine.world().random();
    UUID writer = random.uuid();
    NamespaceStore settings = new SimulatedNamespaceStore(driver);
    this.reading = new SimulatedLinearStore(driver);
    this.counters =
        new LinearCounters(
            given(null, LinearStore.class, reading),
            new LinearRules(
                name -> noted(settings.find(name)), given(null, Clock.class, machine.clock())),
            new RecorderSite(
                null, () -> null, Confirmation.LEASED, machine, machine.clock(), 0, changed -> {}),
            () -> random.between(0.0, 1.0),
            writer,
            SETTINGS,
            NOBODY_LOOKS);
    this.kind =
        new LinearKind(
            () -> given(null, LinearStore.class, reading), null, null, null, machine.clock());
    this.reader = kind.reader(null);
  }

  /** One of the windows that were read. */
  record ReadWindow(Tally tally, boolean settled) {}

  /** {@code answer} is told the sum of the windows only if they could be read. */
  void windows(KnownCounter counter, WindowCover cover, Consumer<Tally> answer) {
    eachWindow(
        counter,
        cover,
        found ->
            answer.accept(found.stream().map(ReadWindow::tally).reduce(Tally.ZERO, Tally::plus)));
  }

  /** {@code answer} is told the windows only if they could be read. */
  void eachWindow(KnownCounter counter, WindowCover cover, Consumer<List<ReadWindow>> answer) {
    ask(
        () ->
            reader.windows(
                new Question.Windows(counter, cover, false, ReadOptions.USUAL), EventTime.MIN),
        found ->
            answer.accept(
                found.windows().stream()
                    .map(one -> new ReadWindow((Tally) one.value(), one.settled()))
                    .toList()),
        StoreUnavailable::caused);
  }

  /** Deletes counters for good; {@code done} is told only if nothing failed. */
  void erase(Created namespace, Extent extent, Runnable done) {
    ask(
        () -> kind.eraser().counters().apply(namespace, extent),
        erased -> done.run(),
        StoreUnavailable::caused);
  }

  /** {@code answer} is not told if the process ends before. */
  void record(Increment increment, Consumer<IncrementOutcome> answer) {
    ask(
        () -> counters.record(increment),
        outcome -> {
          noteIfOld(increment.counter().namespace());
          answer.accept(outcome);
        },
        failure -> false);
  }

  private CompletionStage<Optional<Namespace>> noted(CompletionStage<Optional<Namespace>> found) {
    return found.thenApply(
        now -> {
          now.ifPresent(one -> known.put(one.name(), one));
          return now;
        });
  }

  private void noteIfOld(String namespace) {
    Namespace last = known.get(namespace);
    Optional<Namespace> decided = SimulatedNamespaceStore.decided(cluster, namespace);
    if (last != null && decided.isPresent() && !decided.get().equals(last)) {
      machine().world().met().struck(Mishap.OLD_SETTINGS);
    }
  }

  void names(Consumer<List<CounterName>> answer) {
    ask(
        () -> SimulatedLinearStore.names(driver).list("sim", NameRange.ALL, Integer.MAX_VALUE),
        answer,
        StoreUnavailable::caused);
  }

  /** Decides what is under way; a later read by a quorum sees it. */
  void readSerial(CounterName counter, Consumer<LinearState> answer) {
    ask(() -> reading.readSerial(counter), answer, StoreUnavailable::caused);
  }

  void read(CounterName counter, Consumer<LinearState> answer) {
    ask(() -> reading.read(counter), answer, StoreUnavailable::caused);
  }
}
