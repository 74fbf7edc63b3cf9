package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.counter.CounterName;
import io.quipu.store.MemberStore;
import io.quipu.store.WriteOutcome;
import io.quipu.time.BoundedConcurrency;
import io.vertx.core.Context;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Settled ids in Cassandra. Statements touch one part each, are of bounded size, and a bounded
 * number of them is in flight for each call.
 */
public final class CassandraMemberStore implements MemberStore {
  private static final Cql SELECT =
      Cql.read(
          "SELECT id, epoch, at, delta, remember FROM $ks.member"
              + " WHERE namespace = ? AND counter = ? AND part = ? AND id IN ?");

  static final List<Cql> STATEMENTS =
      Stream.of(List.of(SELECT), RememberMembers.STATEMENTS).flatMap(List::stream).toList();

  private static final int STATEMENTS_AT_ONCE = 16;
  private static final CompletionStage<Void> SKIPPED = CompletableFuture.completedFuture(null);

  private final PreparedStatement select;
  private final Requests requests;
  private final RememberMembers rememberMembers;

  /**
   * @param context calls this store, and completes every stage that it returns
   */
  public CassandraMemberStore(CassandraSession session, Context context) {
    this.select = session.prepared(SELECT);
    this.requests = session.requests(context);
    this.rememberMembers = new RememberMembers(session);
  }

  @Override
  public CompletionStage<Void> find(
      CounterName counter, Collection<String> ids, Consumer<Member> sink) {
    Set<String> distinct = new LinkedHashSet<>(ids);
    return BoundedConcurrency.forEach(
        STATEMENTS_AT_ONCE,
        MemberChunk.of(distinct, id -> id),
        chunk -> requests.readAll(() -> select(counter, chunk), row -> sink.accept(member(row))));
  }

  private BoundStatement select(CounterName counter, MemberChunk<String> ids) {
    return select.bind(counter.namespace(), counter.name(), ids.part(), ids.items());
  }

  private static Member member(Row row) {
    return new Member(
        Objects.requireNonNull(row.getString(0)),
        row.getLong(1),
        Objects.requireNonNull(row.getUuid(2)),
        row.getLong(3),
        row.getInt(4));
  }

  /** After the first chunk that is not certainly written no others are sent. */
  @Override
  public CompletionStage<WriteOutcome> remember(CounterName counter, List<Member> members) {
    CombinedOutcome all = new CombinedOutcome();
    return BoundedConcurrency.forEach(
            STATEMENTS_AT_ONCE,
            MemberChunk.of(members, Member::id),
            chunk -> all.mayBeWritten() ? write(counter, chunk).thenAccept(all::add) : SKIPPED)
        .thenApply(done -> all.outcome());
  }

  private CompletionStage<WriteOutcome> write(CounterName counter, MemberChunk<Member> members) {
    return requests.write(
        () -> rememberMembers.statement(counter, members.part(), members.items()));
  }
}
