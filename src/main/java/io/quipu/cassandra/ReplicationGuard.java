package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.SchemaChangeListenerBase;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The replication that a process counts with, and the end of its work once anybody says that it is
 * another: majorities of before and of now need not meet. There is no way back but a new start,
 * which finds out whether the replicas are whole. Any thread may tell it and ask it.
 */
class ReplicationGuard extends SchemaChangeListenerBase {
  private static final Logger log = LoggerFactory.getLogger(ReplicationGuard.class);

  private final String keyspace;
  private final AtomicReference<@Nullable String> complaint = new AtomicReference<>();
  private volatile @Nullable Replication expected;

  ReplicationGuard(String keyspace) {
    this.keyspace = keyspace;
  }

  /** Begins to compare. */
  void expect(Replication checked) {
    expected = checked;
  }

  /** Takes notice of the replication as the driver or a node has it now. */
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

  /** Tells if requests may be sent, and their answers believed. */
  boolean holds() {
    return complaint.get() == null;
  }

  /** The reason why not, and what to do, in words for the operator. */
  Optional<String> complaint() {
    return Optional.ofNullable(complaint.get());
  }

  @Override
  public void onKeyspaceUpdated(KeyspaceMetadata current, KeyspaceMetadata previous) {
    look(current);
  }

  /** One that was dropped and made anew, or that the driver had lost sight of. */
  @Override
  public void onKeyspaceCreated(KeyspaceMetadata current) {
    look(current);
  }

  /** Called by the driver at its end; a guard holds nothing. */
  @Override
  public void close() {}

  private void look(KeyspaceMetadata current) {
    if (current.getName().asInternal().equals(keyspace)) {
      saw(Replication.of(current));
    }
  }
}
