package io.quipu.cassandra.writers;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterRegistry;
import io.vertx.core.Context;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The rows of writers and the group of writers in Cassandra. */
public final class CassandraWriterRegistry implements WriterRegistry {
  public static final List<Cql> STATEMENTS =
      Stream.of(WriterRows.STATEMENTS, WriterGroup.STATEMENTS).flatMap(List::stream).toList();

  private final Requests requests;
  private final WriterRows rows;
  private final WriterGroup group;

  /**
   * @param context completes every stage that this store returns
   */
  public CassandraWriterRegistry(CassandraSession session, Context context) {
    this.requests = session.requests(context);
    this.rows = new WriterRows(session);
    this.group = new WriterGroup(session);
  }

  @Override
  public CompletionStage<Optional<Group>> group() {
    return requests.read(() -> group.select(), WriterGroup::decode);
  }

  @Override
  public CompletionStage<Optional<Group>> groupSerial() {
    return requests.read(() -> group.selectSerially(), WriterGroup::decode);
  }

  @Override
  public CompletionStage<CasOutcome> found(EventTime at) {
    return requests.conditional(() -> group.found(at));
  }

  @Override
  public CompletionStage<CasOutcome> enroll(WriterRow row) {
    return requests.conditional(() -> rows.insert(row));
  }

  @Override
  public CompletionStage<CasOutcome> join(UUID writer, Group read, boolean settles) {
    return requests.conditional(() -> group.join(writer, read, settles));
  }

  @Override
  public CompletionStage<CasOutcome> announce(Group read, Announcement made) {
    return requests.conditional(() -> group.announce(read, made));
  }

  @Override
  public CompletionStage<Optional<Announcement>> announced() {
    return requests.read(() -> group.selectAnnouncement(), WriterGroup::announced);
  }

  @Override
  public CompletionStage<CasOutcome> heartbeat(
      UUID writer, long seq, EventTime low, EventTime now) {
    return requests.conditional(() -> rows.heartbeat(writer, seq, low, now));
  }

  @Override
  public CompletionStage<CasOutcome> end(UUID writer, long seq, State state) {
    if (state == State.LIVE) {
      throw new IllegalArgumentException("live is no end");
    }
    return requests.conditional(() -> rows.end(writer, seq, state));
  }

  @Override
  public CompletionStage<CasOutcome> forget(UUID writer) {
    return requests.conditional(() -> rows.delete(writer));
  }

  @Override
  public CompletionStage<Map<UUID, WriterRow>> writers(Collection<UUID> writers) {
    Map<UUID, WriterRow> found = new HashMap<>();
    CompletionStage<Map<UUID, WriterRow>> all = CompletableFuture.completedFuture(found);
    for (UUID writer : writers) {
      all = all.thenCombine(read(() -> rows.select(writer)), CassandraWriterRegistry::with);
    }
    return all;
  }

  private static Map<UUID, WriterRow> with(Map<UUID, WriterRow> found, Optional<WriterRow> row) {
    row.ifPresent(present -> found.put(present.writer(), present));
    return found;
  }

  @Override
  public CompletionStage<Optional<WriterRow>> writerSerial(UUID writer) {
    return read(() -> rows.selectSerially(writer));
  }

  private CompletionStage<Optional<WriterRow>> read(Supplier<BoundStatement> select) {
    return requests.read(select, page -> Optional.ofNullable(WriterRows.decode(page.one())));
  }
}
