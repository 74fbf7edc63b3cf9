package io.quipu.cassandra;

import static io.quipu.engine.time.Noon.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quipu.cassandra.events.CassandraEventDirectory;
import io.quipu.cassandra.events.CassandraEventLog;
import io.quipu.cassandra.pages.CassandraPageStore;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.cassandra.session.OwnerContext;
import io.quipu.cassandra.session.TestSessions;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.IdRuns;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.PendingFacts;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.EventLog.CounterRows;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.testing.dev.CassandraExtension;
import io.quipu.testing.dev.CassandraProcess;
import io.quipu.testing.dev.TestPatience;
import io.quipu.testing.dev.Thorough;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/** The answers of the stores while the only node is killed, frozen and back again. */
@Thorough
@ExtendWith(CassandraExtension.class)
class CassandraOutageIT {
  private static final CounterName COUNTER = new CounterName("votes", "back in black");
  private static final EventPartition PARTITION =
      new EventPartition(RetentionClass.USUAL, EventPartition.bucketOf(NOON), 0);
  private static final int PAGE = 4;
  private static final PageHeader HEADER = PageHeader.NONE.next(NOON, IdRuns.NONE);
  private static final Map<CounterName, CounterState> CHANGED =
      Map.of(COUNTER, new CounterState(Tally.of(1, 1), NOON, Map.of(), PendingFacts.NONE, 1));
  private static final int IN_FLIGHT = 64;

  private static CassandraProcess cassandra;

  private final AtomicInteger ticks = new AtomicInteger();
  private final Map<UUID, WriteOutcome> outcomes = new ConcurrentHashMap<>();
  private CassandraSession session;
  private OwnerContext context;
  private EventLog events;
  private EventDirectory directory;
  private PageStore pages;
  private CassandraHealth health;
  private volatile boolean stopped;

  @BeforeAll
  static void share(CassandraProcess node) {
    cassandra = node;
  }

  @BeforeEach
  void open(TestInfo test) {
    String keyspace = "outage_" + Integer.toHexString(test.getDisplayName().hashCode());
    context = new OwnerContext();
    session =
        CassandraStores.open(
            context.vertx(), TestSessions.config(cassandra.address(), keyspace), List.of(), null);
    events = context.owned(EventLog.class, new CassandraEventLog(session, context.context()));
    directory =
        context.owned(
            EventDirectory.class, new CassandraEventDirectory(session, context.context()));
    pages = context.owned(PageStore.class, new CassandraPageStore(session, context.context()));
    health = new CassandraHealth(session, context.context(), Clock.system());
  }

  @AfterEach
  void close() {
    context.close();
  }

  @Test
  void whatWasWrittenIsThere_andWhatWasRefusedIsNot_whenTheNodeIsKilled() {
    for (int i = 0; i < IN_FLIGHT; i++) {
      appendOnAndOn();
    }
    await().until(() -> count(WriteOutcome.WRITTEN) > 1_000);
    assertThat(healthNow().ok()).isTrue();

    cassandra.kill();
    await().until(() -> count(WriteOutcome.REFUSED) > 0);
    stopped = true;

    long before = count(WriteOutcome.WRITTEN);
    for (int i = 0; i < 20; i++) {
      assertThat(append()).isNotEqualTo(WriteOutcome.WRITTEN);
    }
    assertThat(count(WriteOutcome.WRITTEN)).isEqualTo(before);
    assertThat(append()).isEqualTo(WriteOutcome.REFUSED);
    assertThat(context.await(directory.name(PARTITION))).isEqualTo(WriteOutcome.REFUSED);
    assertThat(advance()).isEqualTo(CasOutcome.UNKNOWN);
    assertThatThrownBy(() -> context.await(pages.read(PAGE, List.of(COUNTER))))
        .isInstanceOf(StoreUnavailable.class);
    assertThatThrownBy(this::presentRows).isInstanceOf(StoreUnavailable.class);
    await().until(() -> !healthNow().ok());

    cassandra.restart();
    await().until(() -> append() == WriteOutcome.WRITTEN);
    await().until(() -> healthNow().ok());

    Set<UUID> present = presentRows();
    outcomes.forEach(
        (row, outcome) -> {
          if (outcome != WriteOutcome.UNKNOWN) {
            assertThat(present.contains(row)).isEqualTo(outcome == WriteOutcome.WRITTEN);
          }
        });
  }

  @Test
  void anUnknownOutcomeMayStillHappen_whenTheNodeThaws() {
    assertThat(append()).isEqualTo(WriteOutcome.WRITTEN);
    Set<UUID> before = presentRows();

    cassandra.pause();
    long start = System.nanoTime();
    assertThat(append()).isEqualTo(WriteOutcome.UNKNOWN);
    assertThat(advance()).isEqualTo(CasOutcome.UNKNOWN);
    assertThatThrownBy(() -> context.await(pages.read(PAGE, List.of(COUNTER))))
        .isInstanceOf(StoreUnavailable.class);
    assertThat(healthNow().ok()).isFalse();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(TestPatience.LIMIT);

    cassandra.resume();
    await()
        .ignoreExceptionsInstanceOf(StoreUnavailable.class)
        .until(() -> presentRows().size() > before.size());
    await()
        .ignoreExceptionsInstanceOf(StoreUnavailable.class)
        .untilAsserted(
            () ->
                assertThat(context.await(pages.readSerial(PAGE, List.of(COUNTER))))
                    .isEqualTo(new PageState(HEADER, CHANGED)));
    assertThat(advance()).isEqualTo(CasOutcome.REFUSED);
  }

  @Test
  void moreThanTheConnectionsHoldIsRefused_beforeItIsSent() {
    cassandra.pause();
    List<CompletionStage<WriteOutcome>> appends = new ArrayList<>();
    List<UUID> rows = new ArrayList<>();
    for (int i = 0; i < 6_000; i++) {
      EventRow row = nextRow();
      rows.add(row.at());
      appends.add(events.append(PARTITION, rows(row)));
    }
    for (int i = 0; i < appends.size(); i++) {
      outcomes.put(rows.get(i), context.await(appends.get(i)));
    }
    cassandra.resume();

    assertThat(count(WriteOutcome.WRITTEN)).isZero();
    assertThat(count(WriteOutcome.REFUSED)).isGreaterThan(1_000);
    await()
        .ignoreExceptionsInstanceOf(StoreUnavailable.class)
        .until(() -> !presentRows().isEmpty());
    await().until(() -> append() == WriteOutcome.WRITTEN);
    assertThat(presentRows()).noneMatch(row -> outcomes.get(row) == WriteOutcome.REFUSED);
  }

  private void appendOnAndOn() {
    if (stopped) {
      return;
    }
    EventRow row = nextRow();
    events
        .append(PARTITION, rows(row))
        .whenComplete(
            (outcome, failure) -> {
              outcomes.put(row.at(), outcome);
              context.execute(this::appendOnAndOn);
            });
  }

  private WriteOutcome append() {
    EventRow row = nextRow();
    WriteOutcome outcome = context.await(events.append(PARTITION, rows(row)));
    outcomes.put(row.at(), outcome);
    return outcome;
  }

  private static List<CounterRows> rows(EventRow row) {
    return List.of(new CounterRows(PAGE, COUNTER, List.of(row)));
  }

  private EventRow nextRow() {
    return new EventRow(NOON.plusTicks(ticks.incrementAndGet()).timeuuid(1, 1), 1, 1, null);
  }

  private CasOutcome advance() {
    return context.await(pages.advance(PAGE, EventTime.MIN, HEADER, CHANGED));
  }

  private long count(WriteOutcome wanted) {
    return outcomes.values().stream().filter(wanted::equals).count();
  }

  private Set<UUID> presentRows() {
    Set<UUID> rows = new HashSet<>();
    context.await(
        events.slice(
            PARTITION,
            PAGE,
            COUNTER,
            EventTime.MIN,
            EventTime.MAX,
            (at, delta, more, id, window, minute, series) -> rows.add(at)));
    return rows;
  }

  private CassandraHealth.Health healthNow() {
    return context.call(health::check);
  }
}
