package io.quipu.testing.sim.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventPartition;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.EventDirectory.Hour;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.EventLog.CounterRows;
import io.quipu.engine.store.EventRow;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.contract.WriteTimestampContract;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.SimulatedEventDirectory;
import io.quipu.testing.sim.cassandra.SimulatedEventLog;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(CalmCluster.Nodes.class)
class SimulatedWriteTimestampTest extends WriteTimestampContract {
  private final CalmCluster cluster;
  private final SimulatedEventLog log;
  private final SimulatedEventDirectory directory;

  SimulatedWriteTimestampTest(CalmCluster.Nodes nodes) {
    cluster = CalmCluster.of(nodes, 1);
    log = new SimulatedEventLog(cluster.driver());
    directory = new SimulatedEventDirectory(cluster.driver());
  }

  @Override
  protected EventLog events() {
    return log;
  }

  @Override
  protected EventDirectory directory() {
    return directory;
  }

  @Override
  protected void write(
      EventPartition partition, int page, CounterName counter, EventRow row, long timestamp) {
    List<CounterRows> rows = List.of(new CounterRows(page, counter, List.of(row)));
    assertThat(await(log.append(partition, rows, timestamp))).isEqualTo(WriteOutcome.WRITTEN);
  }

  @Override
  protected void name(EventPartition partition, long timestamp) {
    assertThat(await(directory.name(partition, timestamp))).isEqualTo(WriteOutcome.WRITTEN);
  }

  @Override
  protected void name(Hour hour, long timestamp) {
    assertThat(await(directory.name(hour, timestamp))).isEqualTo(WriteOutcome.WRITTEN);
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return cluster.await(stage);
  }
}
