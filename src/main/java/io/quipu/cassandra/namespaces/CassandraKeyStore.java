package io.quipu.cassandra.namespaces;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.keys.Credential;
import io.quipu.engine.keys.Grant;
import io.quipu.engine.keys.KeyDraft;
import io.quipu.engine.keys.KeyStore;
import io.quipu.engine.keys.Scope;
import io.quipu.engine.keys.StoredKey;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.windows.EventTime;
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
import org.jspecify.annotations.Nullable;

/** The keys of callers in Cassandra, without the secrets of the keys. */
public final class CassandraKeyStore implements KeyStore {
  private static final int PART = 0;
  private static final String COLUMNS =
      "id, hash, scopes, prefix, only_one, origins, rate, created, name, created_by, expires";

  /** The index of {@code expires} among the values of an insertion. */
  private static final int EXPIRES = 11;

  /** The index of the last use that was found among the values of an update. */
  private static final int LAST_USED = 4;

  private static final Cql SELECT =
      Cql.read("SELECT " + COLUMNS + ", last_used FROM $ks.api_key WHERE part = ? AND id = ?");
  private static final Cql LIST =
      Cql.read(
          "SELECT " + COLUMNS + ", last_used FROM $ks.api_key WHERE part = ? AND id > ? LIMIT ?");
  private static final Cql OUTLINES =
      Cql.read("SELECT origins, expires FROM $ks.api_key WHERE part = ?");
  private static final Cql INSERT =
      Cql.conditional(
          "INSERT INTO $ks.api_key (part, "
              + COLUMNS
              + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) IF NOT EXISTS");
  private static final Cql DELETE =
      Cql.conditional("DELETE FROM $ks.api_key WHERE part = ? AND id = ? IF EXISTS");

  /** The hash keeps a deleted key from coming back, and the hour from going back. */
  private static final Cql USED =
      Cql.conditional(
          "UPDATE $ks.api_key SET last_used = ? WHERE part = ? AND id = ?"
              + " IF hash = ? AND last_used = ?");

  public static final List<Cql> STATEMENTS = List.of(SELECT, LIST, OUTLINES, INSERT, DELETE, USED);

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
            key.created().instant(),
            key.draft().name(),
            key.draft().createdBy());
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
  public CompletionStage<CasOutcome> used(StoredKey found, EventTime hour) {
    EventTime last = found.lastUsed();
    return requests.conditional(
        () ->
            session
                .bind(USED, hour.instant(), PART, found.id(), found.credential().hash())
                .setInstant(LAST_USED, last == null ? null : last.instant()));
  }

  @Override
  public CompletionStage<Void> outlines(Consumer<Outline> each) {
    return requests.readAll(
        () -> session.bind(OUTLINES, PART),
        row -> each.accept(new Outline(sorted(texts(row, 0)), time(row, 1))));
  }

  private static StoredKey key(Row row) {
    Grant grant =
        new Grant(
            sorted(texts(row, 2)).stream().map(scope -> Scope.parse("scopes", scope)).toList(),
            text(row, 3),
            row.getBoolean(4),
            sorted(texts(row, 5)),
            row.getInt(6),
            time(row, 10));
    return new StoredKey(
        new Credential(text(row, 0), text(row, 1)),
        new KeyDraft(orEmpty(row, 8), grant, orEmpty(row, 9)),
        EventTime.of(Objects.requireNonNull(row.getInstant(7))),
        time(row, 11));
  }

  private static @Nullable EventTime time(Row row, int column) {
    Instant time = row.getInstant(column);
    return time == null ? null : EventTime.of(time);
  }

  /** The text of a column that rows of earlier versions do not have. */
  private static String orEmpty(Row row, int column) {
    return Objects.requireNonNullElse(row.getString(column), "");
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
