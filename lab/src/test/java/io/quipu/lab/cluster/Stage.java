package io.quipu.lab.cluster;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.lab.cluster.Ledger.Doubt;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Instances with clients that send until they are told that it is durable, and the audit of it;
 * what happens meanwhile is up to who has it. Waits may be shared, all else is for one thread.
 */
final class Stage implements AutoCloseable {
  static final String KEYSPACE = "stage";

  private static final int COUNTERS = 40;

  private final String keyspace;
  private final List<Space> spaces;
  private final List<Ledger> ledgers;
  private final Findings findings = new Findings();
  private final SettledWindows windows = new SettledWindows(findings);
  private final Tally tally = new Tally();
  private final Outage outage = new Outage(findings);
  private final List<Instance> instances = new ArrayList<>();
  private final Random random;

  /** One namespace of plain events. */
  Stage(long seed) {
    this(
        seed,
        KEYSPACE,
        List.of(
            Space.of(
                "stage",
                "{\"kind\": \"event\"}",
                Content.DELTAS,
                Doubt.SENT_AGAIN,
                true,
                COUNTERS)));
  }

  Stage(long seed, String keyspace, List<Space> spaces) {
    this.keyspace = keyspace;
    this.spaces = spaces;
    this.ledgers = spaces.stream().flatMap(space -> space.ledgers().stream()).toList();
    this.random = new Random(seed);
    findings.tell("seed %d; logs in target/cluster and target/cassandra/cluster-*", seed);
  }

  /** Variables of an instance, to which more may be added; it waits long for Cassandra. */
  Map<String, String> variables(String contactPoints, String replication) {
    Map<String, String> variables = new HashMap<>();
    variables.put("QUIPU_CASSANDRA_CONTACT_POINTS", contactPoints);
    variables.put("QUIPU_CASSANDRA_KEYSPACE", keyspace);
    variables.put("QUIPU_CASSANDRA_REPLICATION", replication);
    variables.put("QUIPU_CASSANDRA_CONNECT_TIMEOUT", "5m");
    return variables;
  }

  /** Starts one more, which connects while this returns. */
  Instance launch(Map<String, String> variables, WallClock clock) throws IOException {
    Instance instance = new Instance(instances.size() + 1, variables, clock);
    instances.add(instance);
    return instance;
  }

  /** All that were launched, in that order. */
  List<Instance> instances() {
    return instances;
  }

  String keyspace() {
    return keyspace;
  }

  Findings findings() {
    return findings;
  }

  Tally tally() {
    return tally;
  }

  Outage outage() {
    return outage;
  }

  SettledWindows windows() {
    return windows;
  }

  /** The namespaces whose names begin so. */
  List<Space> spaces(String prefix) {
    return spaces.stream().filter(space -> space.name().startsWith(prefix)).toList();
  }

  Random random() {
    return random;
  }

  List<Ledger> ledgers() {
    return ledgers;
  }

  /** To be called once an instance is ready. */
  void createNamespaces() {
    spaces.forEach(space -> space.create(instances.get(0).direct()));
  }

  /** Clients that choose among these. */
  void send(Load load, int clients, List<Http> some) {
    List<Ledger> sent = ledgers.stream().filter(ledger -> ledger.doubt != Doubt.DELIVERED).toList();
    for (int i = 0; i < clients; i++) {
      load.add(sender(some, sent));
    }
  }

  /** Waits until so many more events were acknowledged. */
  void awaitAcknowledged(String what, int more) {
    long before = tally.acknowledged.sum();
    Waits.until(what, () -> tally.acknowledged.sum() > before + more);
  }

  /** Waits, without a quorum, until so many more attempts failed; none may be acknowledged. */
  void awaitFailures(String what, int more) {
    outage.begin();
    long failed = tally.failed();
    Waits.until(what, () -> tally.failed() > failed + more);
    outage.end();
  }

  /** Holds what these instances count, window and recount against what clients know. */
  void audit(CqlSession session, List<Http> some) {
    Waits.until(
        "all that begins anew to have begun",
        () -> ledgers.stream().allMatch(ledger -> ledger.cuts.areOver()));
    Audit audit = new Audit(some, spaces, new EventRows(session, keyspace), findings);
    audit.run(withIds(some));
    windows.readAgain(some, ledgers);
    findings.tell(
        "events: %d acknowledged, %d without an id left in doubt (deltas); attempts: %d refused,"
            + " %d in doubt, %d sent again, %d redelivered, in %d requests; %d records of Kafka",
        tally.acknowledged.sum(),
        ledgers.stream().mapToLong(Ledger::unknown).sum(),
        tally.refused.sum(),
        tally.inDoubt.sum(),
        tally.sentAgain.sum(),
        tally.redelivered.sum(),
        tally.requests.sum(),
        tally.records.sum());
    findings.tell(
        "reads: %d within bounds, %d without an answer, %d steps back of events in doubt",
        tally.reads.sum(), tally.readsRefused.sum(), tally.stepsBack.sum());
    findings.tell("event time is %d s behind this machine's clock", audit.secondsBehind());
    findings.tell(
        "audit: %d counts of %d counters; %d violations",
        audit.countsChecked(), ledgers.size(), findings.violations().size());
  }

  /** A client of the counters whose events are sent again while they are in doubt. */
  Sender withIds(List<Http> some) {
    return sender(
        some, ledgers.stream().filter(ledger -> ledger.doubt == Doubt.SENT_AGAIN).toList());
  }

  private Sender sender(List<Http> some, List<Ledger> of) {
    return new Sender(some, of, this, random.nextLong());
  }

  /** The ways to instances, past their proxies. */
  static List<Http> direct(List<Instance> some) {
    return some.stream().map(Instance::direct).toList();
  }

  @Override
  public void close() throws IOException {
    Closing.all(instances);
  }
}
