package io.quipu.testing.cluster;

import com.datastax.oss.driver.api.core.CqlSession;
import io.quipu.testing.cluster.Ledger.Doubt;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Instances with clients that send into one namespace until they are told that it is durable, and
 * the audit of it; what happens meanwhile is up to who has it. For one thread.
 */
final class Stage implements AutoCloseable {
  static final String KEYSPACE = "stage";

  private static final int COUNTERS = 40;

  private final Findings findings = new Findings();
  private final Tally tally = new Tally();
  private final Outage outage = new Outage(findings);
  private final List<Instance> instances = new ArrayList<>();
  private final Random random;
  private final Space space =
      Space.of("stage", "{\"kind\": \"event\"}", Content.DELTAS, Doubt.SENT_AGAIN, true, COUNTERS);

  Stage(long seed) {
    this.random = new Random(seed);
    findings.tell("seed %d; logs in target/cluster and target/cassandra/cluster-*", seed);
  }

  /** Starts one more, which connects while this returns. */
  Instance launch(Map<String, String> variables) throws IOException {
    Instance instance = new Instance(instances.size() + 1, variables, WallClock.RIGHT);
    instances.add(instance);
    return instance;
  }

  /** All that were launched, in that order. */
  List<Instance> instances() {
    return instances;
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

  Random random() {
    return random;
  }

  List<Ledger> ledgers() {
    return space.ledgers();
  }

  /** To be called once an instance is ready. */
  void createNamespace() {
    space.create(new Http(instances.get(0).direct()));
  }

  /** Clients that choose among these. */
  void send(Load load, int clients, List<Instance> some) {
    for (int i = 0; i < clients; i++) {
      load.add(sender(some));
    }
  }

  /** Waits until so many more events were acknowledged. */
  void awaitAcknowledged(String what, int more) {
    long before = tally.acknowledged.sum();
    Waits.until(what, () -> tally.acknowledged.sum() > before + more);
  }

  /** Holds what these instances count, window and recount against what clients know. */
  void audit(Ring ring, List<Instance> some) {
    audit(ring.session(), some);
  }

  void audit(CqlSession session, List<Instance> some) {
    EventRows rows = new EventRows(session, KEYSPACE);
    Audit audit = new Audit(http(some), List.of(space), rows, findings);
    audit.run(sender(some));
    findings.tell(
        "%d events acknowledged, %d attempts in doubt, %d refused, %d sent again; %d counts checked,"
            + " %d violations",
        tally.acknowledged.sum(),
        tally.inDoubt.sum(),
        tally.refused.sum(),
        tally.sentAgain.sum(),
        audit.countsChecked(),
        findings.violations().size());
  }

  private Sender sender(List<Instance> some) {
    return new Sender(http(some), ledgers(), tally, outage, random.nextLong());
  }

  private static List<Http> http(List<Instance> some) {
    return some.stream().map(Instance::direct).map(Http::new).toList();
  }

  @Override
  public void close() throws IOException {
    Instance.closeAll(instances);
  }
}
