package io.quipu.cassandra;

import io.micrometer.core.instrument.MeterRegistry;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.events.CassandraEventDirectory;
import io.quipu.cassandra.events.CassandraEventLog;
import io.quipu.cassandra.events.CassandraFirstTopics;
import io.quipu.cassandra.facts.CassandraClosedWindows;
import io.quipu.cassandra.facts.CassandraCounterNames;
import io.quipu.cassandra.facts.CassandraErasure;
import io.quipu.cassandra.namespaces.CassandraKeyStore;
import io.quipu.cassandra.namespaces.CassandraMetricNamespaces;
import io.quipu.cassandra.namespaces.CassandraNamespaceStore;
import io.quipu.cassandra.pages.CassandraCounterSlices;
import io.quipu.cassandra.pages.CassandraPageStore;
import io.quipu.cassandra.pages.CassandraSettledIds;
import io.quipu.cassandra.schema.FoundingPermit;
import io.quipu.cassandra.schema.KeptLayout;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.cassandra.writers.CassandraWriterRegistry;
import io.quipu.ops.config.CassandraConfig;
import io.vertx.core.Vertx;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The stores that all kinds of counters share, and the session that has their statements. */
public final class CassandraStores {
  /** The statements of these stores. A kind with tables of its own adds its statements. */
  public static final List<Cql> STATEMENTS =
      Stream.of(
              CassandraNamespaceStore.STATEMENTS,
              CassandraMetricNamespaces.STATEMENTS,
              CassandraKeyStore.STATEMENTS,
              CassandraEventLog.STATEMENTS,
              CassandraEventDirectory.STATEMENTS,
              CassandraPageStore.STATEMENTS,
              CassandraSettledIds.STATEMENTS,
              CassandraClosedWindows.STATEMENTS,
              CassandraCounterNames.STATEMENTS,
              CassandraCounterSlices.STATEMENTS,
              CassandraWriterRegistry.STATEMENTS,
              CassandraFirstTopics.STATEMENTS,
              CassandraErasure.STATEMENTS,
              KeptLayout.STATEMENTS,
              FoundingPermit.STATEMENTS)
          .flatMap(List::stream)
          .toList();

  private CassandraStores() {}

  /**
   * Opens a session as {@link CassandraSession#open} does, for these stores and the kinds.
   *
   * @param ofKinds the statements of the kinds with their own tables
   */
  public static CassandraSession open(
      Vertx vertx,
      CassandraConfig config,
      Collection<Cql> ofKinds,
      @Nullable MeterRegistry registry) {
    List<Cql> all = Stream.of(STATEMENTS, ofKinds).flatMap(Collection::stream).toList();
    return CassandraSession.open(vertx, config, all, registry);
  }
}
