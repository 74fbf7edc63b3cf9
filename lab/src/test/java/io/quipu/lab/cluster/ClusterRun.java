package io.quipu.lab.cluster;

import io.quipu.testing.dev.KafkaProcess;
import io.quipu.testing.e2e.KafkaTopics;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Three nodes, three instances, a broker of Kafka, clients that send until they are told that it is
 * durable, and four lanes that overlap: faults of nodes and of instances, counters that begin anew,
 * and settings that change; then the audit.
 */
final class ClusterRun {
  private static final String KEYSPACE = "cluster";
  private static final int READERS = 2;
  private static final int LEAST = 500;

  private final Plan plan;
  private final Ring ring;
  private final KafkaProcess kafka;
  private final KafkaTopics topics;
  private final Stage stage;
  private final Findings findings;
  private final long start = System.nanoTime();

  private ClusterRun(Plan plan, Ring ring, KafkaProcess kafka, KafkaTopics topics, Stage stage) {
    this.plan = plan;
    this.ring = ring;
    this.kafka = kafka;
    this.topics = topics;
    this.stage = stage;
    this.findings = stage.findings();
  }

  /** Runs the plan and answers what was found; prints what happens as it does. */
  static List<String> violations(Plan plan, long seed) throws Exception {
    try (KafkaProcess kafka = KafkaProcess.start();
        KafkaTopics topics = new KafkaTopics(kafka);
        Ring ring = Ring.start();
        Stage stage = new Stage(seed, KEYSPACE, spaces(plan))) {
      new ClusterRun(plan, ring, kafka, topics, stage).run();
      return stage.findings().violations();
    }
  }

  /** The audit of a counter takes seconds. */
  private static List<Space> spaces(Plan plan) {
    Stream<Space> all = Spaces.all().stream();
    return (plan.brief() ? all.map(Space::halved) : all).toList();
  }

  private void run() throws Exception {
    launch();
    stage.createNamespaces();
    findings.tell("all is up after %d s; load begins", seconds());
    List<String> faults = underLoad();
    findings.tell("load is over after %d s; audit begins", seconds());
    stage.audit(ring.session(), Stage.direct(stage.instances()));
    checkThatMuchHappened();
    findings.tell("%d faults in %d s:", faults.size(), seconds());
    faults.stream()
        .distinct()
        .sorted()
        .forEach(
            name -> findings.tell("  %d x %s", faults.stream().filter(name::equals).count(), name));
  }

  /** The first brings the schema; its clock is right, as others adopt its time. */
  private void launch() throws IOException {
    RecordSender.createTopic(topics);
    List<WallClock> clocks =
        List.of(
            WallClock.RIGHT,
            WallClock.wrongBy(Duration.ofHours(1), stage.random()),
            WallClock.wrongBy(Duration.ofHours(-1), stage.random()));
    for (WallClock clock : clocks) {
      Map<String, String> variables = stage.variables(ring.contactPoints(), "3");
      variables.put("QUIPU_CHECKPOINT_PERIOD", "250ms");
      variables.put("QUIPU_COLLECTION_WAIT", "20s");
      variables.put("QUIPU_REQUEST_TIMEOUT", "5s");
      variables.putAll(RecordSender.variables(kafka, stage.spaces(Spaces.KAFKA)));
      // both ways to acknowledge, side by side
      variables.put("QUIPU_ACK", stage.instances().isEmpty() ? "confirmed" : "leased");
      Instance instance = stage.launch(variables, clock);
      findings.tell("%s has a %s", instance, clock);
      instance.awaitReady(clock);
    }
  }

  private List<String> underLoad() throws Exception {
    List<Instance> instances = stage.instances();
    try (Load load = new Load()) {
      stage.send(load, plan.clients(), instances.stream().map(Instance::proxied).toList());
      for (int i = 0; i < READERS; i++) {
        load.add(new Reader(Stage.direct(instances), stage));
      }
      load.add(new RecordSender(kafka, topics, stage.spaces(Spaces.KAFKA), stage));
      Resets resets = new Resets(stage);
      List<FaultLane> lanes =
          Stream.of(
                  plan.of(new NodeFaults(ring, stage).all()),
                  plan.of(new InstanceFaults(stage, resets).all()),
                  new Settings(stage).all(),
                  plan.of(resets.all()))
              .map(faults -> new FaultLane(faults, stage, load))
              .toList();
      happen(lanes);
      load.finish();
      return lanes.stream().flatMap(lane -> lane.done().stream()).toList();
    }
  }

  /**
   * All lanes at once; each goes on until the others have been through all of theirs, too. In a
   * brief run only the last does, whose faults take seconds: a second rolling restart would begin
   * when all else is nearly over.
   */
  private void happen(List<FaultLane> lanes) throws InterruptedException, ExecutionException {
    FaultLane last = lanes.get(lanes.size() - 1);
    BooleanSupplier over =
        () ->
            lanes.stream().allMatch(FaultLane::isThroughOnce)
                && seconds() > plan.atLeast().toSeconds();
    ExecutorService threads = Executors.newFixedThreadPool(lanes.size());
    try {
      List<CompletableFuture<Void>> running =
          lanes.stream()
              .map(
                  lane ->
                      CompletableFuture.runAsync(
                          () -> run(lane, plan.brief() && lane != last ? () -> true : over),
                          threads))
              .toList();
      for (CompletableFuture<Void> each : running) {
        each.exceptionally(failure -> cancel(running, failure));
      }
      CompletableFuture.allOf(running.toArray(CompletableFuture<?>[]::new)).get();
    } finally {
      threads.shutdownNow();
      // a lane that is interrupted may be about to start a process
      threads.awaitTermination(1, TimeUnit.MINUTES);
    }
  }

  private static void run(FaultLane lane, BooleanSupplier over) {
    try {
      lane.run(over);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static Void cancel(List<CompletableFuture<Void>> all, Throwable failure) {
    all.forEach(each -> each.completeExceptionally(failure));
    return null;
  }

  private long seconds() {
    return (System.nanoTime() - start) / 1_000_000_000;
  }

  /** A run in which next to nothing happened would have shown nothing. */
  private void checkThatMuchHappened() {
    Tally tally = stage.tally();
    if (tally.acknowledged.sum() < LEAST || tally.reads.sum() < LEAST) {
      findings.violated(
          "too little happened to show anything: %d events, %d reads",
          tally.acknowledged.sum(), tally.reads.sum());
    }
  }
}
