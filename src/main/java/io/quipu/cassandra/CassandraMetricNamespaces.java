package io.quipu.cassandra;

import io.quipu.engine.kind.CountMetrics;
import io.quipu.engine.store.MetricNamespaces;
import io.vertx.core.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/**
 * The namespaces with metrics in Cassandra. The nodes look at all namespaces, of which there are
 * some thousands at most, and answer with those that ask for metrics. An index would be another
 * thing that every change of a namespace has to keep right.
 */
public final class CassandraMetricNamespaces implements MetricNamespaces {
  private static final Cql SELECT =
      Cql.read(
          "SELECT namespace FROM $ks.namespace WHERE settings CONTAINS KEY '"
              + CountMetrics.NAME
              + "' LIMIT ? ALLOW FILTERING");

  static final List<Cql> STATEMENTS = List.of(SELECT);

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
            () -> session.bind(SELECT, limit),
            row -> names.add(Objects.requireNonNull(row.getString(0))))
        .thenApply(done -> names);
  }
}
