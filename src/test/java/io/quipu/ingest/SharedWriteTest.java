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
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Counters of one partition, whose rows go out together. */
class SharedWriteTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final CounterName B = new CounterName("votes", "b");
  private static final CounterName C = new CounterName("votes", "c");
  private static final CommitBounds BOUNDS =
      new CommitBounds(1_000, 10_000_000L, 4, 10_000, 4, 1, Duration.ofSeconds(3));

  private final HandDrivenTime time = new HandDrivenTime();
  private final EventTime start = time.wall();
  private final ScriptedEventStore store = new ScriptedEventStore();
  private final List<CounterName> changed = new ArrayList<>();
  private final Incarnation writer =
      new Incarnation(
          new UUID(0, 1),
          1,
          start,
          new Lease(time, Duration.ofSeconds(5), Lease.sample(time)),
          new GroupTime(time, start));
  private final GroupCommit commit =
      new GroupCommit(
          store,
          time,
          time,
          BOUNDS,
          0,
          Confirmation.LEASED,
          new IngestMeters(new SimpleMeterRegistry()),
          changed::add);

  @BeforeEach
  void adopt() {
    assertThat(commit.low(writer)).isEqualTo(start);
  }

  private CompletableFuture<AppendOutcome> append(CounterName counter, Event... events) {
    return commit.append(new Append(counter, 1, List.of(events))).toCompletableFuture();
  }

  private CompletableFuture<AppendOutcome> append(CounterName counter) {
    return append(counter, Event.ONE);
  }

  private static Event id(String id) {
    return new Event(1, id);
  }

  /** The announcement that comes next is never heard of, for so many tries. */
  private void loseAnnouncements(int times) {
    store.script.next(
        Call.ANNOUNCE, Collections.nCopies(times, Fate.NEVER_APPLIED).toArray(Fate[]::new));
  }

  @Test
  void whatQueuedForAnyCounterGoesOutAsOneWrite_aRowForEachWithoutIds() {
    store.hold();
    CompletableFuture<AppendOutcome> first = append(A);
    List<CompletableFuture<AppendOutcome>> queued =
        List.of(append(B), append(A), append(B, new Event(5, null)), append(C, id("x")));
    assertThat(store.held()).hasSize(1);

    store.held().get(0).written();
    assertThat(first).isCompleted();
    assertThat(store.held()).hasSize(2);
    assertThat(store.held().get(1).counters()).containsExactly(B, A, C);

    store.held().get(1).written();
    assertThat(queued).allMatch(answer -> Done.value(answer) instanceof Recorded);
    assertThat(store.rowsOf(B)).extracting(EventRow::delta).containsExactly(6L);
    assertThat(store.rowsOf(A)).extracting(EventRow::delta).containsExactly(1L, 1L);
    assertThat(store.rowsOf(C)).extracting(EventRow::id).containsExactly("x");
    assertThat(changed).containsExactly(A, B, A, C);
  }

  @Test
  void timeuuidsAreUnique_overAllCountersOfAWrite() {
    store.hold();
    var first = append(A);
    var more = List.of(append(A, id("1")), append(B, id("1")), append(C), append(A));
    store.held().get(0).written();
    store.held().get(1).written();
    assertThat(first).isCompleted();
    assertThat(more).allMatch(CompletableFuture::isDone);
    assertThat(store.held().get(1).rows()).extracting(EventRow::at).doesNotHaveDuplicates();
  }

  @Test
  void noCounterWaitsForWhatMakesAnotherFindable() {
    store.hold();
    var unused = append(C);
    store.script.next(Call.ANNOUNCE, Fate.NEVER_APPLIED, Fate.ANSWERED, Fate.NEVER_APPLIED);
    CompletableFuture<AppendOutcome> a = append(A);
    CompletableFuture<AppendOutcome> b = append(B);
    store.held().get(0).written();
    EventTime held = EventTime.of(store.held().get(1).rows().get(0).at());
    store.held().get(1).written();

    assertThat(a).as("its announcement was lost").isNotDone();
    assertThat(Done.value(b)).isInstanceOf(Recorded.class);
    assertThat(commit.low(writer)).as("waits for all").isEqualTo(held);

    time.passMillis(50);
    assertThat(a).isNotDone();
    time.passMillis(100);
    assertThat(Done.value(a)).isInstanceOf(Recorded.class);
    assertThat(store.held()).as("rows that are written are not repeated").hasSize(2);
    assertThat(commit.low(writer)).isGreaterThan(held);
  }

  @Test
  void aCounterThatCannotBeMadeFindableIsGivenUp_andOnlyThat() {
    store.hold();
    var unused = append(C);
    store.script.next(Call.ANNOUNCE, Fate.NEVER_APPLIED, Fate.ANSWERED);
    loseAnnouncements(100);
    CompletableFuture<AppendOutcome> a = append(A);
    CompletableFuture<AppendOutcome> b = append(B);
    store.held().get(0).written();
    store.held().get(1).written();
    assertThat(Done.value(b)).isInstanceOf(Recorded.class);
    time.passMillis(2_900);
    assertThat(a).isNotDone();
    time.passMillis(2_000);
    assertThat(Done.value(a)).isEqualTo(new OutcomeUnknown());
    assertThat(commit.low(writer)).isEqualTo(start.plusTicks(49_000_000));
  }

  @Test
  void thePartitionIsFreeForTheNextWrite_whileSomethingIsNotFindableYet() {
    loseAnnouncements(1);
    CompletableFuture<AppendOutcome> a = append(A);
    assertThat(a).isNotDone();
    assertThat(Done.value(append(B))).isInstanceOf(Recorded.class);
    time.passMillis(50);
    assertThat(Done.value(a)).isInstanceOf(Recorded.class);
  }

  @Test
  void writesWithSomethingNotYetFindableCountAsInFlight() {
    loseAnnouncements(4);
    List<CompletableFuture<AppendOutcome>> unfindable =
        IntStream.range(0, 4).mapToObj(i -> append(new CounterName("votes", "x" + i))).toList();
    CompletableFuture<AppendOutcome> late = append(B);
    CompletableFuture<Void> drained = commit.drain().toCompletableFuture();
    assertThat(late).as("as many writes are in flight as may be").isNotDone();
    assertThat(drained).isNotDone();
    time.passMillis(50);
    assertThat(unfindable).allMatch(answer -> Done.value(answer) instanceof Recorded);
    assertThat(Done.value(late)).isInstanceOf(Recorded.class);
    assertThat(drained).isCompleted();
  }

  @Test
  void allAreRefused_whenTheRowsWereSeenByNobody() {
    store.hold();
    var unused = append(C);
    CompletableFuture<AppendOutcome> a = append(A);
    CompletableFuture<AppendOutcome> b = append(B);
    store.held().get(0).written();
    store.held().get(1).answered(WriteOutcome.REFUSED);
    assertThat(Done.value(a)).isEqualTo(new Refused(Refusal.STORE_UNAVAILABLE));
    assertThat(Done.value(b)).isEqualTo(new Refused(Refusal.STORE_UNAVAILABLE));
    assertThat(changed).containsExactly(C);
  }

  @Test
  void noneIsAcknowledged_whenTheLeaseLapsedInFlight() {
    store.hold();
    CompletableFuture<AppendOutcome> c = append(C);
    CompletableFuture<AppendOutcome> a = append(A);
    time.passMillis(5_000);
    store.held().get(0).written();
    assertThat(Done.value(c)).isEqualTo(new OutcomeUnknown());
    assertThat(Done.value(a)).isEqualTo(new Refused(Refusal.NO_LEASE));
  }

  @Test
  void aLargeAppendDoesNotKeepOthersWaiting() {
    store.hold();
    CompletableFuture<AppendOutcome> large =
        append(A, IntStream.range(0, 20).mapToObj(i -> id("i" + i)).toArray(Event[]::new));
    CompletableFuture<AppendOutcome> alsoLarge =
        append(C, IntStream.range(0, 20).mapToObj(i -> id("i" + i)).toArray(Event[]::new));
    CompletableFuture<AppendOutcome> small = append(B);
    for (int i = 0; i < 4; i++) {
      store.held().get(i).written();
    }
    assertThat(Done.value(small)).isInstanceOf(Recorded.class);
    for (int i = 4; i < store.held().size(); i++) {
      store.held().get(i).written();
    }
    assertThat(Done.value(large)).isInstanceOf(Recorded.class);
    assertThat(Done.value(alsoLarge)).isInstanceOf(Recorded.class);
    assertThat(store.rowsOf(A)).hasSize(20);
    assertThat(store.rowsOf(C)).hasSize(20);
  }
}
