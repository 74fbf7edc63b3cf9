package io.quipu.engine.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.kind.RecordOutcome;
import io.quipu.engine.kind.RecordOutcome.Recorded;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Event;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.TestLayout;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Done;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.writer.Confirmation;
import io.quipu.engine.writer.GroupTime;
import io.quipu.engine.writer.Incarnation;
import io.quipu.engine.writer.Lease;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedEventDirectory;
import io.quipu.testing.sim.scripted.ScriptedEventLog;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A write that cannot be built fails its callers, and nobody else. */
class BrokenWriteTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final CommitBounds BOUNDS =
      new CommitBounds(10, 10_000_000L, 3, 120, 4, Duration.ofSeconds(3));

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final HandDrivenTime time = new HandDrivenTime();
  private final BreakableClock clock = new BreakableClock(time);
  private final ScriptedEventLog log = new ScriptedEventLog();
  private final GroupCommit commit =
      new GroupCommit(
          log,
          log.directory,
          TestLayout.SMALL,
          clock,
          time,
          BOUNDS,
          0,
          Confirmation.LEASED,
          RecordingLane.tails(time),
          new IngestMeters(registry),
          counter -> {});
  private final Incarnation writer =
      new Incarnation(
          new UUID(0, 1),
          1,
          time.wall(),
          new Lease(time, Duration.ofSeconds(5), Lease.sample(time)),
          new GroupTime(time, time.wall()));

  private CompletableFuture<RecordOutcome> append(Event... events) {
    return commit.append(new Append(A, 1, List.of(events))).toCompletableFuture();
  }

  @Test
  void failsItsCallersOnly_andTheLaneGoesOn() {
    EventTime before = commit.low(writer);
    clock.broken = true;
    assertThat(Done.failure(append(Event.ONE))).hasMessage("broken");
    clock.broken = false;
    assertThat(Done.value(append(new Event(5, null)))).isInstanceOf(Recorded.class);
    assertThat(log.rowsOf(A)).singleElement().extracting(row -> row.delta()).isEqualTo(5L);
    time.pass(Duration.ofSeconds(1));
    assertThat(commit.low(writer)).as("waits for nothing").isGreaterThan(before);
    assertThat(commit.drain()).isCompleted();
  }

  /** An append of more rows than a write may have is failed whole, and its place is free again. */
  @Test
  void givesBackThePlaceInTheQueue_ofWhatWasNotYetTaken() {
    assertThat(commit.low(writer)).isNotNull();
    List<Event> ids =
        Collections.nCopies(BOUNDS.queuedEvents(), 0).stream()
            .map(none -> new Event(1, UUID.randomUUID().toString()))
            .toList();
    clock.broken = true;
    assertThat(Done.failure(commit.append(new Append(A, 1, ids)))).hasMessage("broken");
    clock.broken = false;
    assertThat(Done.value(commit.append(new Append(A, 1, ids)))).isInstanceOf(Recorded.class);
    assertThat(log.rowsOf(A)).hasSize(ids.size());
  }

  /** What was sent before the defect may be written: it is not decided a second time. */
  @Test
  void isNotDecidedTwice_whenTheDefectComesAfterItsRowsWereSent() {
    EventTime before = commit.low(writer);
    log.hold();
    log.directory.script.before(ScriptedEventDirectory.Call.NAME_PARTITION, BrokenWriteTest::meet);
    assertThat(Done.failure(append(Event.ONE))).hasMessage("broken");
    log.held().get(0).answered(WriteOutcome.REFUSED);
    assertThat(registry.find("quipu.events.refused").counters())
        .as("not again")
        .allMatch(refused -> refused.count() == 0);
    time.pass(Duration.ofSeconds(1));
    assertThat(commit.low(writer)).isGreaterThan(before);
    assertThat(append(Event.ONE)).isNotDone();
    log.held().get(1).written();
    assertThat(log.rowsOf(A)).hasSize(1);
    assertThat(commit.drain()).isCompleted();
  }

  @Test
  void isMetByARepetition_too() {
    EventTime before = commit.low(writer);
    log.script.next(ScriptedEventLog.Call.APPEND, Fate.NEVER_APPLIED);
    CompletableFuture<RecordOutcome> answer = append(Event.ONE);
    assertThat(answer).isNotDone();
    log.script.before(ScriptedEventLog.Call.APPEND, BrokenWriteTest::meet);
    time.passMillis(50);
    assertThat(Done.failure(answer)).hasMessage("broken");
    assertThat(commit.low(writer)).isGreaterThan(before);
    assertThat(Done.value(append(Event.ONE))).isInstanceOf(Recorded.class);
  }

  /** It is met again where somebody waits for it. */
  @Test
  void hurtsNobody_whenItIsMetAheadOfTime() {
    assertThat(commit.low(writer)).isNotNull();
    assertThat(Done.value(append(Event.ONE))).isInstanceOf(Recorded.class);
    time.passMillis(4_500);
    log.directory.script.before(ScriptedEventDirectory.Call.NAME_PARTITION, BrokenWriteTest::meet);
    assertThat(Done.value(append(Event.ONE))).isInstanceOf(Recorded.class);
  }

  private static void meet() {
    throw new IllegalStateException("broken");
  }

  private static final class BreakableClock implements Clock {
    private final Clock real;
    private boolean broken;

    BreakableClock(Clock real) {
      this.real = real;
    }

    @Override
    public long monotonicNanos() {
      if (broken) {
        throw new IllegalStateException("broken");
      }
      return real.monotonicNanos();
    }

    @Override
    public EventTime wall() {
      return real.wall();
    }
  }
}
