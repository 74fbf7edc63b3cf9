package io.quipu.testing.sim.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.EventLog.CounterRows;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.TestRows;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.Cluster;
import io.quipu.testing.sim.cassandra.SimulatedEventLog;
import io.quipu.testing.sim.cassandra.SimulatedWriterRegistry;
import io.quipu.testing.sim.cassandra.StoredRows;
import io.quipu.testing.sim.core.SeededRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** What a simulated quorum has seen stays seen, whichever node is down. */
class QuorumTest {
  private static final EventTime START = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
  private static final EventPartition PARTITION =
      new EventPartition(RetentionClass.USUAL, START.epochSecond(), 0);
  private static final CounterName COUNTER = new CounterName("votes", "a");
  private static final EventRow ROW = new EventRow(START.timeuuid(5, 77), 1, 1, "id");
  private static final int NOBODY = -1;

  private CalmCluster cluster;
  private EventLog store;

  private void begin(long seed) {
    cluster = CalmCluster.of(seed);
    store = new SimulatedEventLog(cluster.driver());
  }

  @Test
  void anAcknowledgedWriteIsSeenByEveryLaterRead_whicheverNodesAreDown() {
    for (int seed = 0; seed < 20; seed++) {
      for (int downAtWrite = NOBODY; downAtWrite < 3; downAtWrite++) {
        begin(seed);
        cluster.world().network().slow = 0.3; // so that the acknowledgement outruns the third node
        onlyDown(downAtWrite);
        assertThat(append()).isEqualTo(WriteOutcome.WRITTEN);
        for (int downAtRead = NOBODY; downAtRead < 3; downAtRead++) {
          onlyDown(downAtRead);
          assertThat(slice()).containsExactly(ROW);
        }
      }
    }
  }

  /** The write reached one node only, and nobody knows whether it counts until somebody reads. */
  @Test
  void whatOneReadSaw_everyLaterReadSees() {
    int seen = 0;
    int missed = 0;
    for (int seed = 0; seed < 100; seed++) {
      begin(seed);
      cluster.stop(seed % 3);
      cluster.stop((seed + 1) % 3);
      assertThat(append()).isNotEqualTo(WriteOutcome.WRITTEN);
      onlyDown(NOBODY);
      List<EventRow> first = slice();
      for (int down = 0; down < 3 && !first.isEmpty(); down++) {
        onlyDown(down);
        assertThat(slice()).isEqualTo(first);
      }
      seen += first.size();
      missed += 1 - first.size();
    }
    assertThat(seen).isPositive();
    assertThat(missed).isPositive();
  }

  /** Two reads one after the other may differ before, without either of them being wrong. */
  @Test
  void whatASingleNodeHas_isSeenByAllOnceItIsDecided() {
    int seen = 0;
    int differed = 0;
    for (int seed = 0; seed < 100; seed++) {
      begin(seed);
      cluster.stop(seed % 3);
      cluster.stop((seed + 1) % 3);
      assertThat(append()).isNotEqualTo(WriteOutcome.WRITTEN);
      boolean missed = false;
      if (seed % 2 == 0) {
        onlyDown((seed + 2) % 3);
        missed = slice().isEmpty();
      }
      onlyDown(NOBODY);
      cluster.nodes().decideAll();
      List<EventRow> decided = slice();
      for (int down = 0; down < 3; down++) {
        onlyDown(down);
        assertThat(slice()).isEqualTo(decided);
      }
      seen += decided.size();
      differed += missed ? decided.size() : 0;
    }
    assertThat(seen).isBetween(1, 99);
    assertThat(differed).isPositive();
  }

  @Test
  void withoutAQuorumNothingIsReadOrDone() {
    begin(1);
    cluster.stop(0);
    cluster.stop(2);

    assertThat(append()).isNotEqualTo(WriteOutcome.WRITTEN);
    assertThatThrownBy(this::slice).isInstanceOf(StoreUnavailable.class);
    SimulatedWriterRegistry registry = new SimulatedWriterRegistry(cluster.driver());
    assertThat(cluster.await(registry.found(START))).isEqualTo(CasOutcome.UNKNOWN);
    assertThatThrownBy(() -> cluster.await(registry.groupSerial()))
        .isInstanceOf(StoreUnavailable.class);
  }

  /** Some nodes have it by a hint, minutes after the deletion. */
  @Test
  void aDeletionHidesAWrite_howeverLateThatArrives() {
    int arrived = 0;
    for (int seed = 0; seed < 50; seed++) {
      begin(seed);
      cluster.world().network().missed = 1;
      CompletionStage<WriteOutcome> append = store.append(PARTITION, rows());
      cluster.pass(SeededRandom.SECOND / 10);
      cluster.world().network().calm();
      assertThat(cluster.await(store.delete(PARTITION))).isEqualTo(WriteOutcome.WRITTEN);

      assertThat(cluster.await(append)).isEqualTo(WriteOutcome.UNKNOWN);
      cluster.nodes().deliverHints();

      arrived += new StoredRows(cluster.nodes()).of(COUNTER).size();
      for (int down = 0; down < 3; down++) {
        onlyDown(down);
        assertThat(slice()).isEmpty();
      }
    }
    assertThat(arrived).isPositive();
  }

  private void onlyDown(int node) {
    cluster.nodes().startAll();
    if (node != NOBODY) {
      cluster.stop(node);
    }
  }

  /** As where some token ranges have lost more nodes than others. */
  @Test
  void somePartitionsMayLoseTheirQuorum_andOthersKeepIt() {
    begin(1);
    List<EventPartition> partitions = new ArrayList<>();
    for (EventPartition next = PARTITION; partitions.size() < 100; next = next.next()) {
      partitions.add(next);
    }
    for (int range = 0; range < Cluster.RANGES; range++) {
      cluster.nodes().loseQuorum(range, 10 * SeededRandom.SECOND);
      int failed = 0;
      for (EventPartition partition : partitions) {
        boolean fails = isUnavailable(partition);
        failed += fails ? 1 : 0;
        assertThat(isUnavailable(partition)).isEqualTo(fails);
      }
      assertThat(failed).isBetween(1, 20);
      cluster.pass(10 * SeededRandom.SECOND);
      assertThat(partitions).noneMatch(this::isUnavailable);
    }
  }

  private boolean isUnavailable(EventPartition partition) {
    try {
      slice(partition);
      return false;
    } catch (StoreUnavailable e) {
      return true;
    }
  }

  private WriteOutcome append() {
    return cluster.await(store.append(PARTITION, rows()));
  }

  private static List<CounterRows> rows() {
    return List.of(new CounterRows(0, COUNTER, List.of(ROW)));
  }

  private List<EventRow> slice() {
    return slice(PARTITION);
  }

  private List<EventRow> slice(EventPartition partition) {
    return cluster.await(
        TestRows.slice(store, partition, 0, COUNTER, EventTime.MIN, EventTime.MAX));
  }
}
