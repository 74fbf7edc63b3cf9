package io.quipu.engine.ingest;

import static io.quipu.engine.ingest.RecordingLane.assertRecorded;
import static io.quipu.engine.ingest.RecordingLane.ids;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.Confirmation;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedEventDirectory.Call;
import io.quipu.testing.sim.scripted.ScriptedEventLog;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A write that cannot be built fails its callers, and nobody else. */
class BrokenWriteTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final CommitBounds BOUNDS =
      new CommitBounds(10, 10_000_000L, 3, 120, 4, Duration.ofSeconds(3));

  private boolean broken;
  private final RecordingLane lane =
      new RecordingLane(BOUNDS, Confirmation.LEASED, BreakableClock::new);

  @Test
  void failsItsCallersOnly_andTheLaneGoesOn() {
    broken = true;
    assertThat(Done.failure(lane.append(A))).hasMessage("broken");
    broken = false;
    assertRecorded(lane.append(A, new Event(5, null)));
    assertThat(lane.log.rowsOf(A)).singleElement().extracting(EventRow::delta).isEqualTo(5L);
    lane.time.pass(Duration.ofSeconds(1));
    assertThat(lane.low()).as("waits for nothing").isGreaterThan(lane.start);
    assertThat(lane.commit.drain()).isCompleted();
  }

  /** An append of more rows than a write may have is failed whole, and its place is free again. */
  @Test
  void givesBackThePlaceInTheQueue_ofWhatWasNotYetTaken() {
    Event[] ids = ids(BOUNDS.queuedEvents());
    broken = true;
    assertThat(Done.failure(lane.append(A, ids))).hasMessage("broken");
    broken = false;
    assertRecorded(lane.append(A, ids));
    assertThat(lane.log.rowsOf(A)).hasSize(ids.length);
  }

  /** Rows that were sent before the defect may be written: they are not decided a second time. */
  @Test
  void isNotDecidedTwice_whenTheDefectComesAfterItsRowsWereSent() {
    lane.log.hold();
    lane.directory.script.before(Call.NAME_PARTITION, BrokenWriteTest::meet);
    assertThat(Done.failure(lane.append(A))).hasMessage("broken");
    lane.write(0).answered(WriteOutcome.REFUSED);
    assertThat(lane.registry.find("quipu.events.refused").counters())
        .as("not again")
        .allMatch(refused -> refused.count() == 0);
    lane.time.pass(Duration.ofSeconds(1));
    assertThat(lane.low()).isGreaterThan(lane.start);
    assertThat(lane.append(A)).isNotDone();
    lane.write(1).written();
    assertThat(lane.log.rowsOf(A)).hasSize(1);
    assertThat(lane.commit.drain()).isCompleted();
  }

  @Test
  void isMetByARepetition_too() {
    lane.log.script.next(ScriptedEventLog.Call.APPEND, Fate.NEVER_APPLIED);
    CompletableFuture<RecordOutcome> answer = lane.append(A);
    assertThat(answer).isNotDone();
    lane.log.script.before(ScriptedEventLog.Call.APPEND, BrokenWriteTest::meet);
    lane.time.passMillis(50);
    assertThat(Done.failure(answer)).hasMessage("broken");
    assertThat(lane.low()).isGreaterThan(lane.start);
    lane.record(A);
  }

  /** It is met again where somebody waits for it. */
  @Test
  void hurtsNobody_whenItIsMetAheadOfTime() {
    lane.record(A);
    lane.time.passMillis(4_500);
    lane.directory.script.before(Call.NAME_PARTITION, BrokenWriteTest::meet);
    lane.record(A);
  }

  private static void meet() {
    throw new IllegalStateException("broken");
  }

  private final class BreakableClock implements Clock {
    private final Clock real;

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
