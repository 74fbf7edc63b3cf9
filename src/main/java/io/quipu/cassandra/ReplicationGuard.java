package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.SchemaChangeListenerBase;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops a process from counting when the driver or a node reports another replication than at
 * start: a majority of the old replicas and one of the new need not meet. Only a restart, which
 * checks that the replicas are whole, counts again. Thread-safe.
 */
class ReplicationGuard extends SchemaChangeListenerBase {
  private static final Logger log = LoggerFactory.getLogger(ReplicationGuard.class);

  private final String keyspace;
  private final AtomicReference<@Nullable String> complaint = new AtomicReference<>();
  private volatile @Nullable Replication expected;

  ReplicationGuard(String keyspace) {
    this.keyspace = keyspace;
  }

  /** Sets the replication that is compared with all later reports. */
  void expect(Replication checked) {
    expected = checked;
  }

  /** Compares a replication that the driver or a node reports. */
  void saw(Replication now) {
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

  /** Tells if requests may be sent, and their answers trusted. */
  boolean holds() {
    return complaint.get() == null;
  }

  /** The reason of the stop, and the steps for the operator; empty while requests may be sent. */
  Optional<String> complaint() {
    return Optional.ofNullable(complaint.get());
  }

  @Override
  public void onKeyspaceUpdated(KeyspaceMetadata current, KeyspaceMetadata previous) {
    look(current);
  }

  /** Called for a keyspace that was made anew, or that the driver had lost sight of. */
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
