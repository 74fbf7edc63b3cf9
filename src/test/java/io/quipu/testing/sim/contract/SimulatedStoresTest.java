package io.quipu.testing.sim.contract;

import io.quipu.engine.kinds.latest.StandingValues;
import io.quipu.engine.kinds.latest.StandingValuesContract;
import io.quipu.engine.kinds.linear.LinearStore;
import io.quipu.engine.kinds.linear.LinearStoreContract;
import io.quipu.engine.kinds.sketch.SketchStore;
import io.quipu.engine.kinds.sketch.SketchStoreContract;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.CounterNames;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.EventDirectory.Hour;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.EventLog.CounterRows;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.contract.ClosedWindowsContract;
import io.quipu.engine.store.contract.CounterNamesContract;
import io.quipu.engine.store.contract.EventDirectoryContract;
import io.quipu.engine.store.contract.EventLogContract;
import io.quipu.engine.store.contract.NamespaceStoreContract;
import io.quipu.engine.store.contract.PageStoreContract;
import io.quipu.engine.store.contract.SettledIdsContract;
import io.quipu.engine.store.contract.WriteTimestampContract;
import io.quipu.engine.store.contract.WriterRegistryContract;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.writer.WriterRegistry;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.SimulatedClosedWindows;
import io.quipu.testing.sim.cassandra.SimulatedCounterNames;
import io.quipu.testing.sim.cassandra.SimulatedEventDirectory;
import io.quipu.testing.sim.cassandra.SimulatedEventLog;
import io.quipu.testing.sim.cassandra.SimulatedLinearStore;
import io.quipu.testing.sim.cassandra.SimulatedNamespaceStore;
import io.quipu.testing.sim.cassandra.SimulatedPageStore;
import io.quipu.testing.sim.cassandra.SimulatedSettledIds;
import io.quipu.testing.sim.cassandra.SimulatedSketchStore;
import io.quipu.testing.sim.cassandra.SimulatedStandingValues;
import io.quipu.testing.sim.cassandra.SimulatedWriterRegistry;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The simulated stores do what every store must, also while nodes are down. */
@ParameterizedClass
@EnumSource(CalmCluster.Nodes.class)
class SimulatedStoresTest {
  private final CalmCluster cluster;

  SimulatedStoresTest(CalmCluster.Nodes nodes) {
    cluster = CalmCluster.of(nodes, 1);
  }

  @Nested
  class Windows extends ClosedWindowsContract {
    @Override
    protected ClosedWindows windows() {
      return new SimulatedClosedWindows(cluster.driver());
    }

    @Override
    protected <T> T await(CompletionStage<T> stage) {
      return cluster.await(stage);
    }
  }

  @Nested
  class Names extends CounterNamesContract {
    @Override
    protected CounterNames names() {
      return new SimulatedCounterNames(cluster.driver(), PARTS);
    }

    @Override
    protected <T> T await(CompletionStage<T> stage) {
      return cluster.await(stage);
    }
  }

  @Nested
  class Directory extends EventDirectoryContract {
    @Override
    protected EventDirectory directory() {
      return new SimulatedEventDirectory(cluster.driver());
    }

    @Override
    protected <T> T await(CompletionStage<T> stage) {
      return cluster.await(stage);
    }
  }

  @Nested
  class Events extends EventLogContract {
    @Override
    protected EventLog events() {
      return new SimulatedEventLog(cluster.driver());
    }

    @Override
    protected <T> T await(CompletionStage<T> stage) {
      return cluster.await(stage);
    }
  }

  @Nested
  class Linear extends LinearStoreContract {
    @Override
    protected LinearStore linear() {
      return new SimulatedLinearStore(cluster.driver());
    }

    @Override
    protected <T> T await(CompletionStage<T> stage) {
      return cluster.await(stage);
    }
  }

  @Nested
  class Namespaces extends NamespaceStoreContract {
    @Override
    protected NamespaceStore namespaces() {
      return new SimulatedNamespaceStore(cluster.driver());
    }

    @Override
    protected <T> T await(CompletionStage<T> stage) {
      return cluster.await(stage);
    }
  }

  @Nested
  class Pages extends PageStoreContract {
    @Override
    protected PageStore pages() {
      return new SimulatedPageStore(cluster.driver());
    }

    @Override
    protected <T> T await(CompletionStage<T> stage) {
      return cluster.await(stage);
    }
  }

  @Nested
  class Ids extends SettledIdsContract {
    @Override
    protected SettledIds ids() {
      return new SimulatedSettledIds(cluster.driver());
    }

    @Override
    protected <T> T await(CompletionStage<T> stage) {
      return cluster.await(stage);
    }
  }

  @Nested
  class Sketches extends SketchStoreContract {
    @Override
    protected SketchStore sketches() {
      return new SimulatedSketchStore(cluster.driver());
    }

    @Override
    protected <T> T await(CompletionStage<T> stage) {
      return cluster.await(stage);
    }
  }

  @Nested
  class Values extends StandingValuesContract {
    @Override
    protected StandingValues values() {
      return new SimulatedStandingValues(cluster.driver());
    }

    @Override
    protected <T> T await(CompletionStage<T> stage) {
      return cluster.await(stage);
    }
  }

  @Nested
  class Writers extends WriterRegistryContract {
    @Override
    protected WriterRegistry emptyRegistry() {
      return new SimulatedWriterRegistry(cluster.driver());
    }

    @Override
    protected <T> T await(CompletionStage<T> stage) {
      return cluster.await(stage);
    }
  }

  @Nested
  class Timestamps extends WriteTimestampContract {
    private final SimulatedEventLog log = new SimulatedEventLog(cluster.driver());
    private final SimulatedEventDirectory directory = new SimulatedEventDirectory(cluster.driver());

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
      isWritten(log.append(partition, rows, timestamp));
    }

    @Override
    protected void name(EventPartition partition, long timestamp) {
      isWritten(directory.name(partition, timestamp));
    }

    @Override
    protected void name(Hour hour, long timestamp) {
      isWritten(directory.name(hour, timestamp));
    }

    @Override
    protected <T> T await(CompletionStage<T> stage) {
      return cluster.await(stage);
    }
  }
}
