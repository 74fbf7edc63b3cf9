package io.quipu.testing.cluster;

import io.quipu.testing.cluster.Ledger.Doubt;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
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
  private final Random random;
  private final Findings findings = new Findings();
  private final Tally tally = new Tally();
  private final Outage outage = new Outage(findings);
  private final long start = System.nanoTime();

  private final List<Space> spaces =
      List.of(
          Space.of("kept", "{\"kind\": \"event\"}", Content.DELTAS, Doubt.SENT_AGAIN, true, 12),
          Space.of("unique", "{\"kind\": \"unique\"}", Content.DELTAS, Doubt.SENT_AGAIN, true, 8),
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
          Space.of("anonymous", "{\"kind\": \"event\"}", Content.DELTAS, Doubt.LEFT, true, 8));

  private final List<Ledger> ledgers =
      spaces.stream().flatMap(space -> space.ledgers().stream()).toList();

  private ClusterRun(Plan plan, long seed) {
    this.plan = plan;
    this.random = new Random(seed);
    findings.tell("seed %d; logs in target/cluster and target/cassandra/cluster-*", seed);
  }

  /** Runs the plan and answers what was found; prints what happens as it does. */
  static List<String> violations(Plan plan, long seed) throws Exception {
    ClusterRun run = new ClusterRun(plan, seed);
    try (Ring ring = Ring.start()) {
      run.over(ring);
    }
    return run.findings.violations();
  }

  private void over(Ring ring) throws Exception {
    List<Instance> instances = new ArrayList<>();
    try {
      start(ring, instances);
      List<Http> direct = instances.stream().map(Instance::direct).map(Http::new).toList();
      List<Http> proxied = instances.stream().map(Instance::proxied).map(Http::new).toList();
      spaces.forEach(space -> space.create(direct.get(0)));
      findings.tell("all is up after %d s; load begins", seconds());
      List<String> faults = underLoad(ring, instances, direct, proxied);
      findings.tell("load is over after %d s; audit begins", seconds());
      EventRows rows = new EventRows(ring.session(), KEYSPACE);
      Audit audit = new Audit(direct, spaces, rows, findings);
      audit.run(new Sender(direct, withIds(), tally, outage, random.nextLong()));
      checkThatMuchHappened();
      summarize(faults, audit);
    } finally {
      Instance.closeAll(instances);
    }
  }

  private List<Ledger> withIds() {
    return ledgers.stream().filter(ledger -> ledger.doubt == Doubt.SENT_AGAIN).toList();
  }

  /** The first brings the schema; its clock is right, as others adopt its time. */
  private void start(Ring ring, List<Instance> instances) throws IOException {
    Map<String, String> variables =
        Map.of(
            "QUIPU_CASSANDRA_CONTACT_POINTS", ring.contactPoints(),
            "QUIPU_CASSANDRA_KEYSPACE", KEYSPACE,
            "QUIPU_CASSANDRA_REPLICATION", "3",
            "QUIPU_CASSANDRA_CONNECT_TIMEOUT", "5m",
            "QUIPU_CHECKPOINT_PERIOD", "250ms",
            "QUIPU_COLLECTION_WAIT", "20s",
            "QUIPU_REQUEST_TIMEOUT", "5s");
    List<WallClock> clocks =
        List.of(
            WallClock.RIGHT,
            WallClock.wrongBy(Duration.ofHours(1), random),
            WallClock.wrongBy(Duration.ofHours(-1), random));
    for (WallClock clock : clocks) {
      Map<String, String> own = new HashMap<>(variables);
      // both ways to acknowledge, side by side
      own.put("QUIPU_ACK", instances.isEmpty() ? "confirmed" : "leased");
      Instance instance = new Instance(instances.size() + 1, own, clock);
      instances.add(instance);
      findings.tell("%s has a %s", instance, clock);
      instance.awaitReady(clock);
    }
  }

  private List<String> underLoad(
      Ring ring, List<Instance> instances, List<Http> direct, List<Http> proxied)
      throws IOException, InterruptedException, ExecutionException {
    try (Load load = new Load()) {
      for (int i = 0; i < plan.clients(); i++) {
        load.add(new Sender(proxied, ledgers, tally, outage, random.nextLong()));
      }
      for (int i = 0; i < READERS; i++) {
        load.add(new Reader(direct, ledgers, tally, findings));
      }
      NodeFaults nodeFaults =
          new NodeFaults(ring, KEYSPACE, tally, outage, findings, random.nextLong());
      InstanceFaults instanceFaults = new InstanceFaults(instances, findings, random.nextLong());
      FaultLane nodes =
          new FaultLane(plan.of(nodeFaults.all()), findings, tally, load, random.nextLong());
      FaultLane others =
          new FaultLane(plan.of(instanceFaults.all()), findings, tally, load, random.nextLong());
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
    if (tally.acknowledged.sum() < LEAST || tally.reads.sum() < LEAST) {
      findings.violated(
          "too little happened to show anything: %d events, %d reads",
          tally.acknowledged.sum(), tally.reads.sum());
    }
  }

  private void summarize(List<String> faults, Audit audit) {
    findings.tell("%d faults:", faults.size());
    faults.stream()
        .distinct()
        .sorted()
        .forEach(
            name -> findings.tell("  %d x %s", faults.stream().filter(name::equals).count(), name));
    findings.tell(
        "events: %d acknowledged, %d without an id left in doubt (deltas); attempts: %d refused,"
            + " %d in doubt, %d sent again, %d redelivered, in %d requests",
        tally.acknowledged.sum(),
        ledgers.stream().mapToLong(Ledger::unknown).sum(),
        tally.refused.sum(),
        tally.inDoubt.sum(),
        tally.sentAgain.sum(),
        tally.redelivered.sum(),
        tally.requests.sum());
    findings.tell(
        "reads: %d within bounds, %d without an answer, %d steps back of events in doubt",
        tally.reads.sum(), tally.readsRefused.sum(), tally.stepsBack.sum());
    findings.tell("event time is %d s behind this machine's clock", audit.secondsBehind());
    findings.tell(
        "audit: %d counts of %d counters; %d violations; %d s in all",
        audit.countsChecked(), ledgers.size(), findings.violations().size(), seconds());
  }
}
