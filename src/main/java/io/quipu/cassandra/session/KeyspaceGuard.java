package io.quipu.cassandra.session;

import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.SchemaChangeListenerBase;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import io.quipu.cassandra.findings.TableRules;
import io.quipu.cassandra.schema.RecordedReplication;
import io.quipu.cassandra.schema.Replication;
import io.quipu.cassandra.schema.SchemaFile;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops a process from counting when the driver or a node reports a keyspace with which counts
 * would be wrong. Thread-safe.
 *
 * <p>Another replication than at start: a majority of the old replicas and a majority of the new
 * replicas may have no replica in common. The process counts again only after a restart, which
 * checks the {@linkplain RecordedReplication recorded replication}.
 *
 * <p>A table with a default TTL: what is written would disappear. The process counts again once no
 * table has one.
 */
public class KeyspaceGuard extends SchemaChangeListenerBase {
  private static final Logger log = LoggerFactory.getLogger(KeyspaceGuard.class);

  private final String keyspace;
  private final AtomicReference<@Nullable String> complaint = new AtomicReference<>();
  private final Set<String> tables = new TreeSet<>(SchemaFile.tableNames());
  private final Map<String, Integer> expiring = new ConcurrentSkipListMap<>();
  private volatile @Nullable Replication expected;

  public KeyspaceGuard(String keyspace) {
    this.keyspace = keyspace;
  }

  /** Sets the replication to compare later reports with. Earlier reports are ignored. */
  public void expect(Replication checked) {
    expected = checked;
  }

  /** Stops the process from counting if a reported replication is not the expected one. */
  public void saw(Replication now) {
    Replication before = expected;
    if (before == null || now.equals(before)) {
      return;
    }
    String found =
        "keyspace %s is replicated as %s, and was as %s when this instance started: nothing is counted or answered any more. %s"
            .formatted(keyspace, now, before, RecordedReplication.procedure(keyspace));
    if (complaint.compareAndSet(null, found)) {
      log.error("Stopped counting: {}", found);
    }
  }

  /** Stops the process from counting while a table of Quipu has a default TTL. */
  public void saw(TableMetadata table) {
    String name = table.getName().asInternal();
    if (!table.getKeyspace().asInternal().equals(keyspace) || !tables.contains(name)) {
      return;
    }
    int ttl = TableRules.defaultTtl(table);
    if (ttl == 0) {
      if (expiring.remove(name) != null && expiring.isEmpty()) {
        log.info("Counting again: no table of keyspace {} has a default TTL", keyspace);
      }
    } else if (!Objects.equals(expiring.put(name, ttl), ttl)) {
      log.error("Stopped counting: {}", expiry(name, ttl));
    }
  }

  /** Looks at all tables of a keyspace. */
  void sawTables(KeyspaceMetadata now) {
    now.getTables().values().forEach(this::saw);
  }

  private String expiry(String table, int ttl) {
    return TableRules.expiring(keyspace + "." + table, ttl).line();
  }

  /** Tells whether requests may be sent, and the answers to sent requests may be used. */
  public boolean holds() {
    return complaint.get() == null && expiring.isEmpty();
  }

  /** The reason of the stop, and the steps for the operator; empty while requests may be sent. */
  public Optional<String> complaint() {
    return Optional.ofNullable(complaint.get())
        .or(
            () ->
                expiring.entrySet().stream()
                    .findFirst()
                    .map(table -> expiry(table.getKey(), table.getValue())));
  }

  @Override
  public void onTableUpdated(TableMetadata current, TableMetadata previous) {
    saw(current);
  }

  @Override
  public void onTableCreated(TableMetadata current) {
    saw(current);
  }

  @Override
  public void onKeyspaceUpdated(KeyspaceMetadata current, KeyspaceMetadata previous) {
    look(current);
  }

  /** Looks at a keyspace that was created again, or that was missing in the driver's metadata. */
  @Override
  public void onKeyspaceCreated(KeyspaceMetadata current) {
    look(current);
  }

  /** Does nothing: a guard holds no resources. */
  @Override
  public void close() {}

  private void look(KeyspaceMetadata current) {
    if (current.getName().asInternal().equals(keyspace)) {
      saw(Replication.of(current));
    }
  }
}
