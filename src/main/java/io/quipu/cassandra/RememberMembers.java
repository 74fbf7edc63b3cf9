package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.counter.CounterName;
import io.quipu.counter.DeduplicationWindow;
import io.quipu.store.MemberStore.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Writes members of one part: one unlogged batch, which Cassandra merges into one mutation. */
final class RememberMembers {
  private static final Cql INSERT =
      Cql.write(
          "INSERT INTO $ks.member"
              + " (namespace, counter, part, id, epoch, at, delta, remember)"
              + " VALUES (?, ?, ?, ?, ?, ?, ?, ?) USING TTL ?");

  static final List<Cql> STATEMENTS = List.of(INSERT);

  private static final long DAY = Duration.ofDays(1).toSeconds();

  /**
   * Members of longer windows are kept for ever. Cassandra takes no TTL above 20 years, and, unless
   * its storage_compatibility_mode is NONE, none that ends after January 2038.
   */
  private static final long LONGEST_WINDOW = Duration.ofDays(5 * 365).toSeconds();

  private static final int NO_TTL = 0;

  private final CassandraSession session;

  RememberMembers(CassandraSession session) {
    this.session = session;
  }

  Statement<?> statement(CounterName counter, int part, List<Member> members) {
    List<BatchableStatement<?>> inserts = new ArrayList<>(members.size());
    for (Member member : members) {
      inserts.add(insert(counter, part, member));
    }
    return BatchStatement.newInstance(BatchType.UNLOGGED, inserts)
        .setIdempotent(true)
        .setConsistencyLevel(inserts.get(0).getConsistencyLevel());
  }

  private BoundStatement insert(CounterName counter, int part, Member member) {
    return session.bind(
        INSERT,
        counter.namespace(),
        counter.name(),
        part,
        member.id(),
        member.epoch(),
        member.at(),
        member.delta(),
        member.window(),
        ttl(member.window()));
  }

  /** In seconds; the day is for rows that are settled late, and for clocks of nodes. */
  static int ttl(int window) {
    return window == DeduplicationWindow.FOREVER || window > LONGEST_WINDOW
        ? NO_TTL
        : (int) (window + DAY);
  }
}
