package io.quipu.cli.source.cassandra;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import io.quipu.cli.source.Found;
import io.quipu.cli.source.Login;
import io.quipu.cli.source.Source;
import io.quipu.cli.source.SourceAddress;
import io.quipu.cli.source.SourceFailure;
import io.quipu.cli.trust.Authorities;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the counters of one table of Cassandra. */
public final class CassandraSource implements Source {
  /** The maximum number of rows that one call of {@link #next} reads. */
  private static final int ROWS = 500;

  private final SourceCluster cluster;
  private final SourceAddress address;
  private final CounterTable table;
  private final TokenRanges ranges;
  private @Nullable ResultSet rows;
  private boolean begun;

  private CassandraSource(
      SourceCluster cluster, SourceAddress address, CounterTable table, TokenRanges ranges) {
    this.cluster = cluster;
    this.address = address;
    this.table = table;
    this.ranges = ranges;
  }

  /**
   * Connects, and finds the table.
   *
   * @param timeout the time limit of each request for rows; connecting has its own limits
   * @throws SourceFailure if the cluster cannot be reached or refuses the login, if the hosts are
   *     in several data centres, or if the table is missing or has no counters to import
   */
  public static CassandraSource open(
      SourceAddress address, Login login, @Nullable Authorities encryption, Duration timeout) {
    SourceCluster cluster = SourceCluster.connect(address, login, encryption, timeout);
    try {
      CounterTable table = table(cluster.session(), address);
      return new CassandraSource(
          cluster, address, table, new TokenRanges(cluster.session(), table));
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private static CounterTable table(CqlSession session, SourceAddress address) {
    CounterTable table =
        session
            .getMetadata()
            .getKeyspace(CqlIdentifier.fromInternal(address.path().get(0)))
            .flatMap(found -> found.getTable(CqlIdentifier.fromInternal(address.path().get(1))))
            .map(CounterTable::new)
            .orElseThrow(() -> new SourceFailure("There is no table " + address.inWords()));
    if (!table.hasCounters()) {
      throw new SourceFailure(address.inWords() + " has no columns of type counter");
    }
    return table;
  }

  @Override
  public String name() {
    return "cassandra/" + String.join(".", address.path());
  }

  @Override
  public Optional<List<Found>> next() {
    if (!begun) {
      begun = true;
      return Optional.of(table.skipped());
    }
    try {
      if (rows == null || isOver(rows)) {
        rows = ranges.next().orElse(null);
        if (rows == null) {
          return Optional.empty();
        }
      }
      return Optional.of(some(rows));
    } catch (DriverException e) {
      throw cluster.failure(e);
    }
  }

  private static boolean isOver(ResultSet rows) {
    return rows.isFullyFetched() && rows.getAvailableWithoutFetching() == 0;
  }

  private List<Found> some(ResultSet rows) {
    List<Found> found = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      var row = rows.one();
      if (row == null) {
        break;
      }
      found.addAll(table.found(row));
    }
    return found;
  }

  @Override
  public void close() {
    cluster.close();
  }
}
