package io.quipu.cassandra.events;

import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.store.FirstTopics;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.TopicIdentity;
import io.vertx.core.Context;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The first topics in Cassandra. The row of a topic is inserted once, and never changed. */
public final class CassandraFirstTopics implements FirstTopics {
  private static final Cql SELECT =
      Cql.serialRead("SELECT cluster_id, topic_id FROM $ks.kafka_topic WHERE name = ?");
  private static final Cql INSERT =
      Cql.conditional(
          "INSERT INTO $ks.kafka_topic (name, cluster_id, topic_id) VALUES (?, ?, ?)"
              + " IF NOT EXISTS");

  public static final List<Cql> STATEMENTS = List.of(SELECT, INSERT);

  private final CassandraSession session;
  private final Requests requests;

  /**
   * @param context completes every stage that this store returns
   */
  public CassandraFirstTopics(CassandraSession session, Context context) {
    this.session = session;
    this.requests = session.requests(context);
  }

  @Override
  public CompletionStage<TopicIdentity> claim(String name, TopicIdentity own) {
    return find(name)
        .thenCompose(
            first ->
                first.isPresent()
                    ? CompletableFuture.completedStage(first.get())
                    : insert(name, own));
  }

  /**
   * Inserts a topic, then reads the topic that is stored, because the insertion may be refused, or
   * its outcome may be unknown.
   */
  private CompletionStage<TopicIdentity> insert(String name, TopicIdentity own) {
    return requests
        .conditional(() -> session.bind(INSERT, name, own.cluster(), own.topic()))
        .thenCompose(outcome -> find(name))
        .thenApply(
            first ->
                first.orElseThrow(
                    () -> new StoreUnavailable("Cassandra did not take the topic " + name, null)));
  }

  private CompletionStage<Optional<TopicIdentity>> find(String name) {
    return requests.read(
        () -> session.bind(SELECT, name),
        page -> Optional.ofNullable(page.one()).map(CassandraFirstTopics::identity));
  }

  private static TopicIdentity identity(Row row) {
    return new TopicIdentity(
        Objects.requireNonNull(row.getString(0)), Objects.requireNonNull(row.getString(1)));
  }
}
