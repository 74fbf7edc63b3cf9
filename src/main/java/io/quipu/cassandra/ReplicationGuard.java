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
 * start, because a majority of the old replicas and a majority of the new replicas may have no
 * replica in common. The process counts again only after a restart, which checks the {@linkplain
 * RecordedReplication recorded replication}. Thread-safe.
 */
class ReplicationGuard extends SchemaChangeListenerBase {
  private static final Logger log = LoggerFactory.getLogger(ReplicationGuard.class);

  private final String keyspace;
  private final AtomicReference<@Nullable String> complaint = new AtomicReference<>();
  private volatile @Nullable Replication expected;

  ReplicationGuard(String keyspace) {
    this.keyspace = keyspace;
  }

  /** Sets the replication to compare later reports with. Earlier reports are ignored. */
  void expect(Replication checked) {
    expected = checked;
  }

  /** Stops the process from counting if a reported replication is not the expected one. */
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

  /** Tells whether requests may be sent, and the answers to sent requests may be used. */
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
