package io.quipu.tools.cli.source.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.metadata.token.Token;
import com.datastax.oss.driver.api.core.metadata.token.TokenRange;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a table by the token ranges of the nodes, from the smallest token to the largest. A query
 * reads one range, so no node has to collect rows that only other nodes have. For one thread.
 */
final class TokenRanges {
  private final CqlSession session;
  private final CounterTable table;
  private final Iterator<Token> ends;
  private @Nullable Token start;
  private boolean over;

  TokenRanges(CqlSession session, CounterTable table) {
    this.session = session;
    this.table = table;
    this.ends =
        ends(session.getMetadata().getTokenMap().map(TokenMap::getTokenRanges).orElseGet(Set::of))
            .iterator();
  }

  /**
   * Returns the ends of all ranges but the last, in ascending order. The last range has no end: the
   * smallest token of the ring marks its end and also the start of the first range.
   */
  static List<Token> ends(Set<TokenRange> ring) {
    List<TokenRange> ranges = ring.stream().flatMap(range -> range.unwrap().stream()).toList();
    Optional<Token> smallest = ranges.stream().map(TokenRange::getStart).min(Token::compareTo);
    return ranges.stream()
        .map(TokenRange::getEnd)
        .filter(end -> !end.equals(smallest.orElseThrow()))
        .distinct()
        .sorted()
        .toList();
  }

  /**
   * Returns the rows of the next range, fetched page by page; empty after the last range.
   *
   * @throws DriverException if the range cannot be read
   */
  Optional<ResultSet> next() {
    if (over) {
      return Optional.empty();
    }
    // The last range has no end.
    Token end = ends.hasNext() ? ends.next() : null;
    BoundStatement query =
        session.prepare(table.query(start != null, end != null)).bind().setIdempotent(true);
    if (start != null) {
      query = query.setToken("start", start);
    }
    if (end != null) {
      query = query.setToken("end", end).setRoutingToken(end);
    }
    start = end;
    over = end == null;
    return Optional.of(session.execute(query));
  }
}
