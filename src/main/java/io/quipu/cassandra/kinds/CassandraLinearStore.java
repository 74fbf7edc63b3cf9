package io.quipu.cassandra.kinds;

import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.cassandra.cql.ConditionalBatch;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.kinds.linear.AppliedAttempt;
import io.quipu.engine.kinds.linear.IdPeriod;
import io.quipu.engine.kinds.linear.LinearState;
import io.quipu.engine.kinds.linear.LinearStep;
import io.quipu.engine.kinds.linear.LinearStore;
import io.quipu.engine.kinds.linear.RememberedEvent;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.rows.BlobReader;
import io.quipu.engine.store.rows.BlobWriter;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowPartition;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Linear counters in Cassandra, each in a partition of its own. */
public final class CassandraLinearStore implements LinearStore {
  private static final String STATE =
      "SELECT version, count, events, period, at, applied, ids_in_period, events_before, named,"
          + " windows, ids_age, began FROM $ks.linear"
          + " WHERE namespace = ? AND counter = ? AND part = 0 AND id = ''";
  private static final Cql READ = Cql.read(STATE);
  private static final Cql READ_SERIAL = Cql.serialRead(STATE);
  private static final String IDS =
      "SELECT id, delta, count, at, events FROM $ks.linear"
          + " WHERE namespace = ? AND counter = ? AND part IN (1, 2) AND id IN ?";
  private static final Cql REMEMBERED = Cql.read(IDS);
  private static final Cql REMEMBERED_SERIAL = Cql.serialRead(IDS);
  private static final Cql ADVANCE =
      Cql.conditional(
          "UPDATE $ks.linear SET version = ?, count = ?, events = ?, period = ?, at = ?, applied"
              + " = ?, ids_in_period = ?, events_before = ?, named = ?, windows = ?, ids_age = ?,"
              + " began = ? WHERE namespace = ? AND counter = ? AND part = 0 AND id = '' IF version = ?");
  private static final Cql REMEMBER =
      Cql.conditional(
          "INSERT INTO $ks.linear (namespace, counter, part, id, delta, count, at, events)"
              + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  private static final Cql FORGET =
      Cql.conditional("DELETE FROM $ks.linear WHERE namespace = ? AND counter = ? AND part = ?");

  private static final CounterPartitions COUNTERS = CounterPartitions.of("linear");

  /** The statements of this store, to be prepared at start. */
  public static final List<Cql> STATEMENTS =
      Stream.concat(
              Stream.of(
                  READ, READ_SERIAL, REMEMBERED, REMEMBERED_SERIAL, ADVANCE, REMEMBER, FORGET),
              COUNTERS.statements().stream())
          .toList();

  private static final int VERSION = 1;

  /** The size of a driver page, above the rows of any query: each result is one driver page. */
  private static final int ONE_GO = 2 * MOST_IDS + 1;

  private final CassandraSession session;
  private final Requests requests;
  private final CounterNaming naming;
  private final LinearWindowStore windows;

  /**
   * @param context the context that calls this store, and that completes every returned stage
   */
  public CassandraLinearStore(CassandraSession session, Context context) {
    this.session = session;
    this.requests = session.requests(context);
    this.naming = new CounterNaming(session, context);
    this.windows = new LinearWindowStore(session, context);
  }

  /** Makes a store on the caller's context. */
  public static LinearStore here(CassandraSession session) {
    return new CassandraLinearStore(session, Vertx.currentContext());
  }

  @Override
  public CompletionStage<LinearState> read(CounterName counter) {
    return state(READ, counter);
  }

  @Override
  public CompletionStage<LinearState> readSerial(CounterName counter) {
    return state(READ_SERIAL, counter);
  }

  @Override
  public CompletionStage<Void> states(Extent extent, BiConsumer<Integer, LinearState> sink) {
    return COUNTERS.each(
        session,
        requests,
        extent,
        one -> {
          CounterName counter = CounterName.ofStored(one.namespace(), one.counter());
          return read(counter)
              .thenAccept(state -> sink.accept(session.layout().page(counter), state));
        });
  }

  private CompletionStage<LinearState> state(Cql cql, CounterName counter) {
    return requests.read(
        () -> session.bind(cql, counter.stored(), counter.name()),
        found -> state(counter, found.one()));
  }

  @Override
  public CompletionStage<Map<String, RememberedEvent>> remembered(
      CounterName counter, Collection<String> ids) {
    return remembered(REMEMBERED, counter, ids);
  }

  @Override
  public CompletionStage<Map<String, RememberedEvent>> rememberedSerial(
      CounterName counter, Collection<String> ids) {
    return remembered(REMEMBERED_SERIAL, counter, ids);
  }

  private CompletionStage<Map<String, RememberedEvent>> remembered(
      Cql cql, CounterName counter, Collection<String> ids) {
    if (ids.size() > MOST_IDS) {
      throw new IllegalArgumentException(ids.size() + " ids in one go");
    }
    return requests.read(
        () ->
            session
                .bind(cql, counter.stored(), counter.name(), List.copyOf(ids))
                .setPageSize(ONE_GO),
        found -> {
          Map<String, RememberedEvent> remembered = new HashMap<>();
          for (Row row : found.currentPage()) {
            String id = Objects.requireNonNull(row.getString(0));
            UUID at = Objects.requireNonNull(row.getUuid(3));
            int events = row.isNull(4) ? 1 : Math.toIntExact(row.getLong(4));
            remembered.put(id, new RememberedEvent(id, row.getLong(1), events, row.getLong(2), at));
          }
          return remembered;
        });
  }

  @Override
  public CompletionStage<WriteOutcome> name(CounterName counter) {
    return naming.enter(counter);
  }

  @Override
  public CompletionStage<WriteOutcome> export(CounterName counter, Map<Window, Tally> closed) {
    return windows.write(counter, closed);
  }

  @Override
  public CompletionStage<Map<Window, Tally>> exported(
      CounterName counter, Window first, Window last) {
    return windows.read(counter, first, last);
  }

  @Override
  public CompletionStage<CasOutcome> advance(CounterName counter, LinearStep step) {
    return requests.conditional(() -> statement(counter, step));
  }

  @Override
  public CompletionStage<WriteOutcome> eraseWindows(WindowPartition partition, Extent extent) {
    return windows.erase(partition, extent);
  }

  @Override
  public CompletionStage<Void> erase(Extent extent) {
    return COUNTERS.erase(session, requests, extent);
  }

  private Statement<?> statement(CounterName counter, LinearStep step) {
    LinearState next = step.next();
    BoundStatement advanced =
        session
            .prepared(ADVANCE)
            .bind(
                next.version(),
                next.count(),
                next.events(),
                next.ids().number(),
                next.last().boundary(),
                applied(next.applied()),
                next.ids().count(),
                next.eventsBefore(),
                next.named(),
                LinearWindowsBlob.encode(next.windows()),
                next.ids().age(),
                next.began() == null ? null : next.began().boundary(),
                counter.stored(),
                counter.name(),
                step.before().version() == 0 ? null : step.before().version());
    if (step.remembered().isEmpty()) {
      return advanced;
    }
    byte part = part(step.period());
    List<BatchableStatement<?>> all = new ArrayList<>(step.remembered().size() + 2);
    all.add(advanced);
    for (RememberedEvent one : step.remembered()) {
      all.add(remember(counter, part, one));
    }
    if (step.endsPeriod()) {
      all.add(session.bind(FORGET, counter.stored(), counter.name(), part(step.period() + 1)));
    }
    return ConditionalBatch.of(all, advanced);
  }

  /** Leaves {@code events} unset for one event, which is the most usual. */
  private BoundStatement remember(CounterName counter, byte part, RememberedEvent one) {
    BoundStatement row =
        session.bind(
            REMEMBER,
            counter.stored(),
            counter.name(),
            part,
            one.id(),
            one.delta(),
            one.count(),
            one.at());
    return one.events() == 1 ? row : row.setLong(7, one.events());
  }

  private static byte part(long period) {
    return (byte) (1 + period % 2);
  }

  /** Reads a state. Throws for an unreadable state, because its counter must not seem to be new. */
  private static LinearState state(CounterName counter, @Nullable Row row) {
    if (row == null) {
      return LinearState.NONE;
    }
    try {
      return new LinearState(
          row.getLong(0),
          row.getLong(1),
          row.getLong(2),
          row.getLong(7),
          new IdPeriod(row.getLong(3), row.getLong(6), row.getLong(10)),
          row.isNull(11) ? null : EventTime.of(Objects.requireNonNull(row.getUuid(11))),
          EventTime.of(Objects.requireNonNull(row.getUuid(4))),
          BlobReader.read(row.getByteBuffer(5), VERSION, CassandraLinearStore::applied),
          row.getBoolean(8),
          LinearWindowsBlob.decode(row.getByteBuffer(9)));
    } catch (RuntimeException unreadable) {
      throw new IllegalStateException(
          "a linear counter of namespace " + counter.stored() + " cannot be read", unreadable);
    }
  }

  private static ByteBuffer applied(List<AppliedAttempt> all) {
    BlobWriter blob = new BlobWriter(VERSION).number(all.size());
    for (AppliedAttempt one : all) {
      blob.raw(one.writer().getMostSignificantBits())
          .raw(one.writer().getLeastSignificantBits())
          .number(one.sequence())
          .number(one.version());
    }
    return blob.blob();
  }

  private static List<AppliedAttempt> applied(BlobReader blob) {
    List<AppliedAttempt> all = new ArrayList<>();
    for (int left = blob.count(); left > 0; left--) {
      UUID writer = new UUID(blob.raw(), blob.raw());
      all.add(new AppliedAttempt(writer, blob.number(), blob.number()));
    }
    return List.copyOf(all);
  }
}
