package io.quipu.cassandra.namespaces;

import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.kind.CountMetrics;
import io.quipu.engine.store.MetricNamespaces;
import io.vertx.core.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/**
 * The namespaces with metrics in Cassandra. Reads one setting of every namespace, of which there
 * are some thousands at most, and picks those that have it. An index would be another thing that
 * every change of a namespace has to keep right, and a filter in Cassandra needs {@code ALLOW
 * FILTERING}, which operators may switch off.
 */
public final class CassandraMetricNamespaces implements MetricNamespaces {
  private static final Cql SELECT =
      Cql.read("SELECT namespace, settings['" + CountMetrics.NAME + "'] FROM $ks.namespace");

  public static final List<Cql> STATEMENTS = List.of(SELECT);

  private final CassandraSession session;
  private final Requests requests;

  /**
   * @param context completes every stage that this store returns
   */
  public CassandraMetricNamespaces(CassandraSession session, Context context) {
    this.session = session;
    this.requests = session.requests(context);
  }

  @Override
  public CompletionStage<List<String>> names(int limit) {
    List<String> names = new ArrayList<>();
    return requests
        .readAll(
            () -> session.bind(SELECT),
            row -> {
              if (!row.isNull(1) && names.size() < limit) {
                names.add(Objects.requireNonNull(row.getString(0)));
              }
            })
        .thenApply(done -> names);
  }
}
