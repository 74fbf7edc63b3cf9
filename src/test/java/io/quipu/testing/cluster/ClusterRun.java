package io.quipu.testing.cluster;

import io.quipu.testing.cluster.Ledger.Doubt;
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
 * Three nodes, three instances, clients that send until they are told that it is durable, and
 * faults in two lanes, of nodes and of instances, that overlap; then the audit.
 */
final class ClusterRun {
  private static final String KEYSPACE = "cluster";
  private static final int READERS = 2;
  private static final int LEAST = 500;

  private final Plan plan;
  private final Ring ring;
  private final Stage stage;
  private final Findings findings;
  private final long start = System.nanoTime();

  private ClusterRun(Plan plan, Ring ring, Stage stage) {
    this.plan = plan;
    this.ring = ring;
    this.stage = stage;
    this.findings = stage.findings();
  }

  /** Runs the plan and answers what was found; prints what happens as it does. */
  static List<String> violations(Plan plan, long seed) throws Exception {
    try (Ring ring = Ring.start();
        Stage stage = new Stage(seed, KEYSPACE, spaces())) {
      new ClusterRun(plan, ring, stage).run();
      return stage.findings().violations();
    }
  }

  private static List<Space> spaces() {
    return List.of(
        Space.of("kept", "{\"kind\": \"event\"}", Content.DELTAS, Doubt.SENT_AGAIN, true, 12),
        Space.of("unique", "{\"kind\": \"unique\"}", Content.DELTAS, Doubt.SENT_AGAIN, true, 8),
        Space.of(
            "late",
            "{\"kind\": \"event\", \"lateness\": \"2d\", \"rows\": \"forever\"}",
            Content.LATE,
            Doubt.SENT_AGAIN,
            true,
            6),
        Space.of("labelled", labelled("event", ""), Content.LABELLED, Doubt.SENT_AGAIN, true, 6),
        Space.of(
            "relabelled",
            labelled("unique", ", \"retain\": \"0s\""),
            Content.LABELLED,
            Doubt.SENT_AGAIN,
            false,
            6),
        Space.of("latest", "{\"kind\": \"latest\"}", Content.VALUES, Doubt.SENT_AGAIN, true, 6),
        Space.of(
            "stated",
            "{\"kind\": \"latest\", \"retain\": \"0s\"}",
            Content.VALUES,
            Doubt.SENT_AGAIN,
            false,
            6),
        Space.of("linear", "{\"kind\": \"linear\"}", Content.ORDERED, Doubt.SENT_AGAIN, false, 4),
        Space.of(
            "collected",
            "{\"kind\": \"event\", \"retain\": \"0s\"}",
            Content.DELTAS,
            Doubt.SENT_AGAIN,
            false,
            12),
        Space.of(
            "sketch",
            "{\"kind\": \"sketch\", \"state\": \"sum\"}",
            Content.SUMMED,
            Doubt.LEFT,
            false,
            4),
        Space.of("hourly", windows("sum"), Content.POWERS, Doubt.LEFT, false, 6),
        Space.of("visitors", windows("distinct"), Content.VISITORS, Doubt.SENT_AGAIN, false, 4),
        Space.of("anonymous", "{\"kind\": \"event\"}", Content.DELTAS, Doubt.LEFT, true, 8));
  }

  private static String labelled(String kind, String more) {
    return "{\"kind\": \""
        + kind
        + "\", \"labels\": [\"country\", \"plan\"],"
        + " \"breakdowns\": [[\"country\"], [\"country\", \"plan\"]]"
        + more
        + "}";
  }

  private static String windows(String state) {
    return "{\"kind\": \"sketch\", \"state\": \"" + state + "\", \"windows\": [\"hour\", \"day\"]}";
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
      FaultLane nodes = new FaultLane(plan.of(new NodeFaults(ring, stage).all()), stage, load);
      FaultLane others = new FaultLane(plan.of(new InstanceFaults(stage).all()), stage, load);
      happen(nodes, others);
      load.finish();
      return Stream.concat(nodes.done().stream(), others.done().stream()).toList();
    }
  }

  /** Both lanes at once; each goes on until the other has been through all of its faults too. */
  private void happen(FaultLane one, FaultLane other)
      throws InterruptedException, ExecutionException {
    BooleanSupplier over =
        () ->
            one.isThroughOnce() && other.isThroughOnce() && seconds() > plan.atLeast().toSeconds();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      CompletableFuture<Void> first = CompletableFuture.runAsync(() -> run(one, over), threads);
      CompletableFuture<Void> second = CompletableFuture.runAsync(() -> run(other, over), threads);
      first.exceptionally(failure -> cancel(second, failure));
      second.exceptionally(failure -> cancel(first, failure));
      CompletableFuture.allOf(first, second).get();
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

  private static Void cancel(CompletableFuture<Void> other, Throwable failure) {
    other.completeExceptionally(failure);
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
