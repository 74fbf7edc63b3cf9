package io.quipu.cassandra.findings;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The checks of the doctor alone: ring, clocks, repairs, partitions, ids, horizon. Blocks the
 * calling thread.
 *
 * @param level the consistency level of reads of the keyspace
 * @param clock the clock of this process, which clocks of nodes are compared with
 */
public record DoctorLook(CqlSession session, String keyspace, ConsistencyLevel level, Clock clock) {
  /** How long a late horizon is given to move: an instance announces one in a second. */
  private static final Duration MOVES_WITHIN = Duration.ofSeconds(3);

  private static final Duration POLL = Duration.ofMillis(300);

  /** Repairs are remembered for 30 days. */
  private static final Duration REPAIRS_KEPT = Duration.ofDays(30);

  private static final String SUCCESS = "SUCCESS";

  /** Looks at nodes that are away, join or leave. */
  public List<Finding> ring(String localDatacenter) {
    TreeSet<String> away = new TreeSet<>();
    int nodes = 0;
    for (Node node : session.getMetadata().getNodes().values()) {
      nodes++;
      if (localDatacenter.equals(node.getDatacenter()) && node.getOpenConnections() == 0) {
        away.add(NodeQueries.name(node));
      }
    }
    int all = nodes;
    return looked(
        "ring",
        "the gossip of the nodes",
        () -> {
          Map<String, String> gossip = new TreeMap<>();
          for (Row row :
              rows(
                  null, "SELECT address, status_with_port, status FROM system_views.gossip_info")) {
            gossip.put(
                String.valueOf(row.getObject(0)),
                Objects.requireNonNullElse(
                    row.isNull(1) ? row.getString(2) : row.getString(1), ""));
          }
          return RingRules.findings(all, away, gossip);
        });
  }

  /** Compares the clocks of the nodes. */
  public List<Finding> clocks(NodeSettings settings) {
    return looked(
        "clocks",
        "the clocks of the nodes",
        () -> {
          Map<String, Duration> offsets = new HashMap<>();
          for (Map.Entry<String, Node> node : new NodeQueries(session).connected().entrySet()) {
            Instant before = clock.instant();
            Instant there = now(node.getValue());
            Duration taken = Duration.between(before, clock.instant());
            offsets.put(node.getKey(), Duration.between(before.plus(taken.dividedBy(2)), there));
          }
          return List.of(ClockRules.of(settings).findings(offsets));
        });
  }

  private Instant now(@Nullable Node node) {
    return Objects.requireNonNull(
        rows(node, "SELECT toTimestamp(now()) FROM system.local").get(0).getInstant(0));
  }

  /** Looks at repairs, partitions, and the horizon. */
  public List<Finding> data(KeyspaceMetadata metadata, String group) {
    List<Finding> found = new ArrayList<>();
    found.addAll(looked("repair", "the history of repairs", () -> List.of(repair(metadata))));
    found.addAll(looked("partition_size", "the sizes of partitions", this::partitions));
    found.addAll(looked("horizon", "the horizon", () -> List.of(horizon(group))));
    return found;
  }

  private Finding repair(KeyspaceMetadata metadata) {
    int replicas =
        metadata.getReplication().entrySet().stream()
            .filter(option -> !option.getKey().equals("class"))
            .mapToInt(option -> Integer.parseInt(option.getValue().split("/", -1)[0]))
            .sum();
    if (replicas < 2) {
      return Finding.ok("repair", "one replica: there is nothing to repair");
    }
    Duration grace = REPAIRS_KEPT;
    Map<String, Optional<Instant>> since = new TreeMap<>();
    for (CqlIdentifier name : metadata.getTables().keySet()) {
      grace = min(grace, TableRules.grace(metadata, name));
      since.put(name.asInternal(), repaired(name.asInternal()));
    }
    return RepairRules.finding(keyspace, since, grace, clock.instant());
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private Optional<Instant> repaired(String table) {
    UUID first = Uuids.startOf(clock.instant().minus(REPAIRS_KEPT).toEpochMilli());
    List<TokenRanges.Repaired> ranges = new ArrayList<>();
    for (Row row :
        rows(
            null,
            "SELECT range_begin, range_end, finished_at, status FROM"
                + " system_distributed.repair_history"
                + " WHERE keyspace_name = ? AND columnfamily_name = ? AND id >= ?",
            keyspace,
            table,
            first)) {
      Instant finished = row.getInstant(2);
      if (finished != null && SUCCESS.equals(row.getString(3))) {
        ranges.add(
            new TokenRanges.Repaired(
                Long.parseLong(Objects.requireNonNull(row.getString(0))),
                Long.parseLong(Objects.requireNonNull(row.getString(1))),
                finished));
      }
    }
    return TokenRanges.coveredSince(ranges);
  }

  private List<Finding> partitions() {
    Map<String, Long> largest = new TreeMap<>();
    for (Node node : new NodeQueries(session).connected().values()) {
      for (Row row :
          rows(
              node,
              "SELECT keyspace_name, table_name, mebibytes FROM system_views.max_partition_size")) {
        if (keyspace.equals(row.getString(0))) {
          largest.merge(Objects.requireNonNull(row.getString(1)), row.getLong(2), Math::max);
        }
      }
    }
    return PartitionRules.sizes(largest);
  }

  private Optional<Row> layout(String group) {
    return keyspaceRows(
            "SELECT horizon FROM " + keyspace + ".writer_group WHERE group_name = ? LIMIT 1", group)
        .stream()
        .findFirst();
  }

  private Finding horizon(String group) {
    Optional<Instant> horizon = horizonNow(group);
    if (horizon.isEmpty()) {
      return Finding.ok("horizon", "no instance has counted yet");
    }
    Duration behind = Duration.between(horizon.get(), now(null));
    return HorizonRules.finding(
        behind, !HorizonRules.isLate(behind) || moves(group, horizon.get()));
  }

  private boolean moves(String group, Instant horizon) {
    long end = System.nanoTime() + MOVES_WITHIN.toNanos();
    while (System.nanoTime() < end) {
      if (!horizonNow(group).equals(Optional.of(horizon))) {
        return true;
      }
      try {
        Thread.sleep(POLL.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return false;
  }

  private Optional<Instant> horizonNow(String group) {
    return layout(group)
        .filter(row -> !row.isNull(0))
        .map(
            row ->
                Instant.ofEpochMilli(Uuids.unixTimestamp(Objects.requireNonNull(row.getUuid(0)))));
  }

  private List<Row> rows(@Nullable Node node, String cql, Object... values) {
    return new NodeQueries(session).rows(node, cql, values).toCompletableFuture().join();
  }

  private List<Row> keyspaceRows(String cql, Object... values) {
    return new NodeQueries(session).rows(null, level, cql, values).toCompletableFuture().join();
  }

  private static List<Finding> looked(String name, String what, Supplier<List<Finding>> look) {
    try {
      return look.get();
    } catch (CompletionException | NumberFormatException e) {
      return List.of(NodeQueries.unknown(name, what, e));
    }
  }
}
