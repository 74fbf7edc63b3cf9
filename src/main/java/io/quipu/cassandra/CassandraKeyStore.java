package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.store.CasOutcome;
import io.quipu.service.auth.Credential;
import io.quipu.service.auth.Grant;
import io.quipu.service.auth.KeyStore;
import io.quipu.service.auth.Scope;
import io.quipu.service.auth.StoredKey;
import io.vertx.core.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The keys of callers in Cassandra, without the secrets of the keys. */
public final class CassandraKeyStore implements KeyStore {
  private static final int PART = 0;
  private static final String COLUMNS =
      "id, hash, scopes, prefix, only_one, origins, rate, created, expires";

  /** The index of {@code expires} among the values of an insertion. */
  private static final int EXPIRES = 9;

  private static final Cql SELECT =
      Cql.read("SELECT " + COLUMNS + " FROM $ks.api_key WHERE part = ? AND id = ?");
  private static final Cql LIST =
      Cql.read("SELECT " + COLUMNS + " FROM $ks.api_key WHERE part = ? AND id > ? LIMIT ?");
  private static final Cql ORIGINS = Cql.read("SELECT origins FROM $ks.api_key WHERE part = ?");
  private static final Cql INSERT =
      Cql.conditional(
          "INSERT INTO $ks.api_key (part, "
              + COLUMNS
              + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) IF NOT EXISTS");
  private static final Cql DELETE =
      Cql.conditional("DELETE FROM $ks.api_key WHERE part = ? AND id = ? IF EXISTS");

  static final List<Cql> STATEMENTS = List.of(SELECT, LIST, ORIGINS, INSERT, DELETE);

  private final CassandraSession session;
  private final Requests requests;

  /**
   * @param context completes every stage that this store returns
   */
  public CassandraKeyStore(CassandraSession session, Context context) {
    this.session = session;
    this.requests = session.requests(context);
  }

  @Override
  public CompletionStage<Optional<StoredKey>> find(String id) {
    return requests.read(
        () -> session.bind(SELECT, PART, id),
        page -> Optional.ofNullable(page.one()).map(CassandraKeyStore::key));
  }

  @Override
  public CompletionStage<CasOutcome> create(StoredKey key) {
    return requests.conditional(() -> insertion(key));
  }

  private BoundStatement insertion(StoredKey key) {
    Grant grant = key.grant();
    EventTime expires = grant.expires();
    BoundStatement insertion =
        session.bind(
            INSERT,
            PART,
            key.id(),
            key.credential().hash(),
            grant.scopes().stream().map(Scope::text).collect(Collectors.toSet()),
            grant.prefix(),
            grant.onlyOne(),
            new TreeSet<>(grant.origins()),
            grant.rate(),
            key.created().instant());
    return expires == null ? insertion : insertion.setInstant(EXPIRES, expires.instant());
  }

  @Override
  public CompletionStage<CasOutcome> delete(String id) {
    return requests.conditional(() -> session.bind(DELETE, PART, id));
  }

  @Override
  public CompletionStage<List<StoredKey>> list(String after, int limit) {
    List<StoredKey> found = new ArrayList<>();
    return requests
        .readAll(() -> session.bind(LIST, PART, after, limit), row -> found.add(key(row)))
        .thenApply(done -> found);
  }

  @Override
  public CompletionStage<Void> origins(Consumer<List<String>> each) {
    return requests.readAll(
        () -> session.bind(ORIGINS, PART), row -> each.accept(sorted(texts(row, 0))));
  }

  private static StoredKey key(Row row) {
    Instant expires = row.getInstant(8);
    return new StoredKey(
        new Credential(text(row, 0), text(row, 1)),
        new Grant(
            sorted(texts(row, 2)).stream().map(scope -> Scope.parse("scopes", scope)).toList(),
            text(row, 3),
            row.getBoolean(4),
            sorted(texts(row, 5)),
            row.getInt(6),
            expires == null ? null : EventTime.of(expires)),
        EventTime.of(Objects.requireNonNull(row.getInstant(7))));
  }

  private static String text(Row row, int column) {
    return Objects.requireNonNull(row.getString(column));
  }

  private static Set<String> texts(Row row, int column) {
    return Objects.requireNonNull(row.getSet(column, String.class));
  }

  private static List<String> sorted(Set<String> texts) {
    return texts.stream().sorted().toList();
  }
}
