package io.quipu.cassandra.schema;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * The replication of a keyspace.
 *
 * @param strategy simple name of the replication class
 * @param replicas number of replicas, at least one, by data centre; the key is {@code
 *     replication_factor} if the strategy ignores data centres
 */
public record Replication(String strategy, Map<String, Integer> replicas) {
  private static final String BY_DATACENTER = "NetworkTopologyStrategy";

  public Replication {
    if (replicas.values().stream().anyMatch(count -> count < 1)) {
      throw new IllegalArgumentException("a data centre without replicas: " + replicas);
    }
  }

  public static Replication of(KeyspaceMetadata keyspace) {
    return of(keyspace.getReplication());
  }

  /** Reads the first column of a row of {@code system_schema.keyspaces}. */
  public static Replication of(Row row) {
    return of(Objects.requireNonNull(row.getMap(0, String.class, String.class)));
  }

  private static Replication of(Map<String, String> options) {
    String strategy = "";
    Map<String, Integer> replicas = new TreeMap<>();
    for (Map.Entry<String, String> option : options.entrySet()) {
      if (option.getKey().equals("class")) {
        strategy = option.getValue().substring(option.getValue().lastIndexOf('.') + 1);
      } else {
        // "3/1" is three replicas, one of them transient; a quorum is a majority of all three
        replicas.put(option.getKey(), Integer.parseInt(option.getValue().split("/", -1)[0]));
      }
    }
    replicas.values().removeIf(count -> Objects.equals(count, 0));
    return new Replication(strategy, replicas);
  }

  boolean isOnlyIn(String datacenter) {
    return strategy.equals(BY_DATACENTER) && replicas.keySet().equals(Set.of(datacenter));
  }

  /** The number of replicas that a quorum needs: a majority of the replicas in all data centres. */
  public int quorum() {
    return replicas.values().stream().mapToInt(Integer::intValue).sum() / 2 + 1;
  }

  @Override
  public String toString() {
    return strategy + replicas;
  }
}
