package io.quipu.cli.source.cassandra;

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
 * reads one range, because all rows of one range have the same replicas. Each query except the last
 * prefers a replica of its range as the coordinator. For one thread.
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
   * Returns the ends of all ranges except the last, in ascending order. The end of the last range
   * is left out, because it is the smallest token of the ring, where the first range starts.
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
   * Returns the rows of the next range, or an empty optional after the last range. The driver
   * fetches the rows while they are read, so reading them can also throw a DriverException.
   *
   * @throws DriverException if the first rows of the range cannot be read
   */
  Optional<ResultSet> next() {
    if (over) {
      return Optional.empty();
    }
    // The query for the last range has no upper bound.
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
