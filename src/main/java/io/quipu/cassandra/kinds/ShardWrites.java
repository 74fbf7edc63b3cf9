package io.quipu.cassandra.kinds;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import io.quipu.cassandra.cql.CoalescedRequests;
import io.quipu.cassandra.cql.PlainBatch;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.store.WriteOutcome;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Writes small shards of several counters in one request. Cassandra applies each write by itself.
 * The counters of a request have the same replicas, so a node that does not answer delays no write
 * that would not wait for that node anyway.
 *
 * @param session prepared the statements
 */
record ShardWrites(CassandraSession session, Requests requests)
    implements CoalescedRequests.Query<BoundStatement, WriteOutcome> {
  /** Less than the 5 KiB from which on Cassandra warns of a batch. */
  static final int MOST_BYTES = 4_000;

  /** Cassandra warns of a batch with more than ten partitions. */
  private static final int LEAST_BYTES = MOST_BYTES / 10;

  @Override
  public Object group(BoundStatement write) {
    return session.replicas(write);
  }

  @Override
  public int size(BoundStatement write) {
    int bytes = 0;
    for (ByteBuffer value : write.getValues()) {
      bytes += value.remaining();
    }
    return Math.max(LEAST_BYTES, bytes);
  }

  @Override
  public CompletionStage<WriteOutcome> askOne(BoundStatement write) {
    return requests.write(() -> write);
  }

  /**
   * Writes several shards. The outcome of all is unknown unless all are written, because Cassandra
   * may refuse a write of the batch after it has made another.
   */
  @Override
  public CompletionStage<List<WriteOutcome>> askSeveral(List<BoundStatement> writes) {
    return requests
        .write(() -> PlainBatch.of(List.copyOf(writes)))
        .thenApply(
            outcome ->
                Collections.nCopies(
                    writes.size(),
                    outcome == WriteOutcome.WRITTEN ? outcome : WriteOutcome.UNKNOWN));
  }
}
