package io.quipu.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.counter.CounterName;
import io.quipu.counter.Event;
import io.quipu.counter.EventTime;
import io.quipu.ingest.AppendOutcome.OutcomeUnknown;
import io.quipu.ingest.AppendOutcome.Recorded;
import io.quipu.ingest.AppendOutcome.Refusal;
import io.quipu.ingest.AppendOutcome.Refused;
import io.quipu.sim.scripted.Fate;
import io.quipu.sim.scripted.ScriptedEventStore;
import io.quipu.sim.scripted.ScriptedEventStore.Call;
import io.quipu.sim.scripted.ScriptedEventStore.Held;
import io.quipu.store.EventRow;
import io.quipu.store.WriteOutcome;
import io.quipu.time.Done;
import io.quipu.time.HandDrivenTime;
import io.quipu.writer.GroupTime;
import io.quipu.writer.Incarnation;
import io.quipu.writer.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GroupCommitTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final CounterName B = new CounterName("votes", "b");
  private static final CommitBounds BOUNDS =
      new CommitBounds(10, 10_000_000L, 3, 120, 4, 16, Duration.ofSeconds(3));

  private final HandDrivenTime time = new HandDrivenTime();
  private final EventTime start = time.wall();
  private final ScriptedEventStore store = new ScriptedEventStore();
  private final List<CounterName> changed = new ArrayList<>();
  private final GroupCommit commit = commit(BOUNDS);
  private final Incarnation writer = incarnation(1);

  private Incarnation incarnation(long number) {
    Lease lease = new Lease(time, Duration.ofSeconds(5), Lease.sample(time));
    return new Incarnation(
        new UUID(0, number), number, time.wall(), lease, new GroupTime(time, time.wall()));
  }

  private GroupCommit commit(CommitBounds bounds) {
    return new GroupCommit(
        store,
        time,
        time,
        bounds,
        2,
        Confirmation.LEASED,
        new IngestMeters(new SimpleMeterRegistry()),
        changed::add);
  }

  @BeforeEach
  void adopt() {
    assertThat(commit.low(writer)).isEqualTo(start);
  }

  private CompletableFuture<AppendOutcome> append(CounterName counter, Event... events) {
    return append(counter, 1, List.of(events));
  }

  private CompletableFuture<AppendOutcome> append(
      CounterName counter, int shards, List<Event> events) {
    return commit.append(new Append(counter, shards, events)).toCompletableFuture();
  }

  /** Sends an append whose answer the test does not look at. */
  private void send(CompletableFuture<AppendOutcome> answer) {
    assertThat(answer).isNotDone();
  }

  private static Event id(String id) {
    return new Event(1, id);
  }

  private Held write(int index) {
    return store.held().get(index);
  }

  private static List<Long> deltas(Held write) {
    return write.rows().stream().map(EventRow::delta).toList();
  }

  private static void assertRefused(CompletionStage<AppendOutcome> answer, Refusal why) {
    assertThat(Done.value(answer)).isEqualTo(new Refused(why));
  }

  @Test
  void recordsAtOnce_whenNothingIsInFlight() {
    AppendOutcome outcome = Done.value(append(A, Event.ONE));
    EventRow row = store.rowsOf(A).get(0);
    assertThat(outcome).isEqualTo(new Recorded(row.at()));
    assertThat(row.delta()).isEqualTo(1);
    assertThat(row.events()).isEqualTo(1);
    assertThat(row.at().clockSequence()).as("the lane").isEqualTo(2);
    assertThat(changed).containsExactly(A);
  }

  @Test
  void queuesBehindAWriteInFlight_andThenWritesAllThatQueuedAsOne() {
    store.hold();
    CompletableFuture<AppendOutcome> first = append(A, Event.ONE);
    CompletableFuture<AppendOutcome> second = append(A, new Event(5, null));
    CompletableFuture<AppendOutcome> third = append(A, new Event(-2, null), Event.ONE);
    assertThat(store.held()).hasSize(1);

    write(0).written();
    assertThat(first).isCompleted();
    assertThat(second).isNotDone();
    assertThat(store.held()).hasSize(2);
    assertThat(deltas(write(1))).containsExactly(4L);
    assertThat(write(1).rows().get(0).events()).isEqualTo(3);

    write(1).written();
    assertThat(Done.value(second)).isEqualTo(Done.value(third)).isInstanceOf(Recorded.class);
  }

  @Test
  void refusesWhatWouldHoldTooManyBytes_untilSomeIsAnswered() {
    Append append = new Append(A, 1, List.of(id("x".repeat(256))));
    long bytes = PendingAppend.bytes(append);
    assertThat(bytes).isBetween(1_000L, 2_000L);
    GroupCommit bounded =
        commit(new CommitBounds(1_000, 3 * bytes, 3, 120, 4, 16, Duration.ofSeconds(3)));
    assertThat(bounded.low(writer)).isEqualTo(start);
    store.hold();
    for (int i = 0; i < 3; i++) {
      send(bounded.append(append).toCompletableFuture());
    }
    assertRefused(bounded.append(append), Refusal.QUEUE_FULL);
    write(0).written();
    send(bounded.append(append).toCompletableFuture());
    assertRefused(bounded.append(append), Refusal.QUEUE_FULL);
  }

  @Test
  void writesCountersSideBySide() {
    store.hold();
    send(append(A, Event.ONE));
    send(append(B, Event.ONE));
    assertThat(store.held()).extracting(held -> held.partition().counter()).containsExactly(A, B);
  }

  @Test
  void givesEveryEventWithAnIdARowOfItsOwn_andCoalescesTheOthers() {
    assertThat(append(A, Event.ONE, id("x"), new Event(7, null), id("y"))).isCompleted();
    List<EventRow> rows = store.rowsOf(A);
    assertThat(rows).extracting(EventRow::delta).containsExactly(8L, 1L, 1L);
    assertThat(rows).extracting(EventRow::id).containsExactly(null, "x", "y");
    assertThat(rows).extracting(EventRow::events).containsExactly(2, 1, 1);
  }

  @Test
  void boundsTheRowsOfAWrite_andAnswersWhenAllWritesOfTheAppendAreDone() {
    store.hold();
    CompletableFuture<AppendOutcome> answer = append(A, id("1"), id("2"), id("3"), id("4"));
    assertThat(write(0).rows()).hasSize(3);
    write(0).written();
    assertThat(answer).isNotDone();
    assertThat(write(1).rows()).hasSize(1);
    write(1).written();
    assertThat(Done.value(answer)).isEqualTo(new Recorded(write(1).rows().get(0).at()));
  }

  @Test
  void boundsTheBytesOfAWrite_butAlwaysTakesOneRow() {
    store.hold();
    send(append(A, id("x".repeat(50)), id("y".repeat(10)), id("z".repeat(10))));
    assertThat(write(0).rows()).hasSize(1);
    write(0).written();
    assertThat(write(1).rows()).hasSize(2);
  }

  @Test
  void answersUnknown_whenOneOfTheWritesOfAnAppendIsUnknown() {
    store.hold();
    CompletableFuture<AppendOutcome> answer = append(A, id("1"), id("2"), id("3"), id("4"));
    write(0).written();
    write(1).answered(WriteOutcome.REFUSED);
    assertThat(Done.value(answer)).isEqualTo(new OutcomeUnknown());
  }

  @Test
  void splitsARow_whereTheSumWouldOverflow() {
    List<Event> most =
        new ArrayList<>(Collections.nCopies(9_224, new Event(1_000_000_000_000_000L, null)));
    GroupCommit wide =
        new GroupCommit(
            store,
            time,
            time,
            CommitBounds.of(10_000, 10_000_000L, 4),
            0,
            Confirmation.LEASED,
            new IngestMeters(new SimpleMeterRegistry()),
            changed::add);
    assertThat(wide.low(writer)).isEqualTo(start);
    assertThat(Done.value(wide.append(new Append(A, 1, most)))).isInstanceOf(Recorded.class);
    List<EventRow> rows = store.rowsOf(A);
    assertThat(rows).hasSize(2);
    assertThat(rows).extracting(EventRow::events).containsExactly(9_223, 1);
    assertThat(rows)
        .extracting(EventRow::delta)
        .containsExactly(9_223_000_000_000_000_000L, 1_000_000_000_000_000L);
  }

  @Test
  void doesNotAcknowledge_whenTheLeaseLapsedInFlight() {
    store.hold();
    CompletableFuture<AppendOutcome> answer = append(A, Event.ONE);
    time.passMillis(5_000);
    write(0).written();
    assertThat(Done.value(answer)).isEqualTo(new OutcomeUnknown());
  }

  @Test
  void doesNotAcknowledgeUnderANewLease_whatWasWrittenUnderTheOld() {
    store.hold();
    CompletableFuture<AppendOutcome> answer = append(A, Event.ONE);
    writer.lease().end();
    commit.low(incarnation(2));
    write(0).written();
    assertThat(Done.value(answer)).isEqualTo(new OutcomeUnknown());
  }

  @Test
  void repeatsAnUnknownWriteWithTheSameRows_andHoldsTheWatermark() {
    store.hold();
    CompletableFuture<AppendOutcome> answer = append(A, Event.ONE, id("x"));
    write(0).answered(WriteOutcome.UNKNOWN);
    assertThat(store.held()).hasSize(1);
    time.passMillis(50);
    assertThat(store.held()).hasSize(2);
    assertThat(write(1).partition()).isEqualTo(write(0).partition());
    assertThat(write(1).rows()).isEqualTo(write(0).rows());
    assertThat(commit.low(writer)).isEqualTo(EventTime.of(write(0).rows().get(0).at()));
    write(1).written();
    assertThat(Done.value(answer)).isInstanceOf(Recorded.class);
    assertThat(commit.low(writer)).isEqualTo(start.plusTicks(500_000));
  }

  @Test
  void givesUpAfterItsPatience_releasesTheWatermark_andNeverAcknowledges() {
    store.script.next(
        Call.APPEND, Collections.nCopies(50, Fate.NEVER_APPLIED).toArray(Fate[]::new));
    CompletableFuture<AppendOutcome> answer = append(A, Event.ONE);
    time.passMillis(2_900);
    assertThat(answer).isNotDone();
    assertThat(commit.low(writer)).isEqualTo(start);
    time.passMillis(1_100);
    assertThat(Done.value(answer)).isEqualTo(new OutcomeUnknown());
    assertThat(commit.low(writer)).isEqualTo(start.plusTicks(40_000_000));
    long sent = store.script.calls(Call.APPEND);
    time.passMillis(10_000);
    assertThat(store.script.calls(Call.APPEND)).isEqualTo(sent);
  }

  @Test
  void stopsRepeating_whenTheLeaseIsOver() {
    store.hold();
    CompletableFuture<AppendOutcome> answer = append(A, Event.ONE);
    writer.lease().end();
    write(0).answered(WriteOutcome.UNKNOWN);
    assertThat(Done.value(answer)).isEqualTo(new OutcomeUnknown());
  }

  @Test
  void refuses_whenTheStoreCertainlyWroteNothing() {
    store.script.next(Call.APPEND, Fate.REFUSED);
    store.script.next(Call.ANNOUNCE, Fate.REFUSED);
    assertRefused(append(A, Event.ONE), Refusal.STORE_UNAVAILABLE);
    assertThat(changed).isEmpty();
    assertThat(commit.low(writer)).isEqualTo(start.plusTicks(1));
  }

  @Test
  void neverRefuses_whatWasOnceInDoubt() {
    store.script.next(Call.APPEND, Fate.ANSWER_LOST, Fate.REFUSED);
    store.script.next(Call.ANNOUNCE, Fate.ANSWERED, Fate.REFUSED);
    CompletableFuture<AppendOutcome> answer = append(A, Event.ONE);
    time.passMillis(50);
    assertThat(answer).isNotDone();
    time.passMillis(100);
    assertThat(Done.value(answer)).isInstanceOf(Recorded.class);
    assertThat(store.rowsOf(A)).hasSize(1);
  }

  @Test
  void repeats_whenTheRowsWereWrittenButNobodyCanFindThem() {
    store.script.next(Call.ANNOUNCE, Fate.REFUSED);
    CompletableFuture<AppendOutcome> answer = append(A, Event.ONE);
    assertThat(answer).isNotDone();
    time.passMillis(50);
    assertThat(Done.value(answer)).isInstanceOf(Recorded.class);
    assertThat(store.rowsOf(A)).hasSize(1);
  }

  @Test
  void announcesAPartitionOnce_andTheNextBucketAgain() {
    assertThat(append(A, Event.ONE)).isCompleted();
    assertThat(append(A, Event.ONE)).isCompleted();
    assertThat(store.script.calls(Call.ANNOUNCE)).isEqualTo(1);
    time.pass(Duration.ofMinutes(1));
    commit.low(incarnation(2));
    assertThat(append(A, Event.ONE)).isCompleted();
    assertThat(store.script.calls(Call.ANNOUNCE)).isEqualTo(2);
  }

  @Test
  void refusesEvents_beyondTheBoundOfItsQueue() {
    store.hold();
    send(append(A, Event.ONE));
    CompletableFuture<AppendOutcome> fits =
        append(A, 1, Collections.nCopies(BOUNDS.queuedEvents(), Event.ONE));
    assertRefused(append(B, Event.ONE), Refusal.QUEUE_FULL);
    write(0).written();
    write(1).written();
    assertThat(Done.value(fits)).isInstanceOf(Recorded.class);
    send(append(B, Event.ONE));
    assertThat(store.held()).hasSize(3);
  }

  @Test
  void boundsTheWritesInFlight() {
    store.hold();
    for (int i = 0; i < 6; i++) {
      send(append(new CounterName("votes", "c" + i), Event.ONE));
    }
    assertThat(store.held()).hasSize(4);
    write(2).written();
    assertThat(store.held()).hasSize(5);
    assertThat(write(4).partition().counter().name()).isEqualTo("c4");
  }

  @Test
  void writesTheShardsOfACounterSideBySide() {
    store.hold();
    send(append(A, 3, List.of(Event.ONE)));
    send(append(A, 3, List.of(Event.ONE)));
    send(append(A, 3, List.of(Event.ONE)));
    send(append(A, 3, List.of(Event.ONE)));
    assertThat(store.held()).hasSize(3);
    assertThat(store.held()).extracting(held -> held.partition().shard()).doesNotHaveDuplicates();
  }

  @Test
  void namesTheRowOfTheLastEvent_whenTheWritesOfAnAppendEndOutOfOrder() {
    store.hold();
    store.script.next(Call.ANNOUNCE, Fate.NEVER_APPLIED);
    CompletableFuture<AppendOutcome> answer = append(A, id("1"), id("2"), id("3"), id("4"));
    write(0).written();
    UUID last = write(1).rows().get(0).at();
    write(1).written();
    assertThat(answer).as("the first three cannot be found yet").isNotDone();
    time.passMillis(50);
    assertThat(Done.value(answer)).isEqualTo(new Recorded(last));
  }

  @Test
  void refusesWithoutALease() {
    GroupCommit fresh =
        new GroupCommit(
            store,
            time,
            time,
            BOUNDS,
            0,
            Confirmation.LEASED,
            new IngestMeters(new SimpleMeterRegistry()),
            changed::add);
    assertRefused(fresh.append(new Append(A, 1, List.of(Event.ONE))), Refusal.NO_LEASE);
    writer.lease().end();
    assertRefused(append(A, Event.ONE), Refusal.NO_LEASE);
    assertThat(store.rowsOf(A)).isEmpty();
  }

  @Test
  void refusesWhatStillQueues_whenTheLeaseLapses() {
    store.hold();
    CompletableFuture<AppendOutcome> sent = append(A, Event.ONE);
    CompletableFuture<AppendOutcome> queued = append(A, Event.ONE);
    writer.lease().end();
    write(0).written();
    assertThat(Done.value(sent)).isEqualTo(new OutcomeUnknown());
    assertRefused(queued, Refusal.NO_LEASE);
  }

  @Test
  void answersUnknown_whenTheLeaseLapsesBetweenTheWritesOfAnAppend() {
    store.hold();
    CompletableFuture<AppendOutcome> answer = append(A, id("1"), id("2"), id("3"), id("4"));
    writer.lease().end();
    write(0).written();
    assertThat(store.held()).hasSize(1);
    assertThat(Done.value(answer)).isEqualTo(new OutcomeUnknown());
  }

  @Test
  void writesUnderTheNewIncarnation_afterALapse() {
    writer.lease().end();
    time.passMillis(1_000);
    Incarnation next = incarnation(2);
    assertThat(commit.low(next)).isEqualTo(next.floor());
    AppendOutcome outcome = Done.value(append(A, Event.ONE));
    assertThat(outcome).isInstanceOf(Recorded.class);
    assertThat(store.rowsOf(A).get(0).at().node()).isEqualTo(next.node());
    assertThat(commit.low(writer)).as("of one that is over").isEqualTo(writer.floor());
    assertThat(commit.low(next)).isGreaterThan(next.floor());
  }

  @Test
  void drainsWhatItHas_andRefusesTheRest() {
    store.hold();
    CompletableFuture<AppendOutcome> sent = append(A, Event.ONE);
    CompletableFuture<AppendOutcome> queued = append(A, Event.ONE);
    CompletableFuture<Void> drained = commit.drain().toCompletableFuture();
    assertRefused(append(A, Event.ONE), Refusal.STOPPING);
    write(0).written();
    assertThat(drained).isNotDone();
    write(1).written();
    assertThat(drained).isCompleted();
    assertThat(Done.value(sent)).isInstanceOf(Recorded.class);
    assertThat(Done.value(queued)).isInstanceOf(Recorded.class);
  }

  @Test
  void drainsAtOnce_whenIdle() {
    assertThat(commit.drain().toCompletableFuture()).isCompleted();
  }
}
