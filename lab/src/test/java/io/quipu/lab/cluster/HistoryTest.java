package io.quipu.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.lab.cluster.Cuts.Cut;
import io.quipu.lab.cluster.Cuts.Way;
import io.quipu.lab.cluster.History.Range;
import io.quipu.lab.cluster.Ledger.Doubt;
import io.quipu.lab.cluster.Ledger.Event;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Events in these tests are numbered, and add 1, 9, 8, 7, ... */
class HistoryTest {
  private final AtomicLong clock = new AtomicLong();
  private final History history = new History(clock::get);
  private final Cuts purges = new Cuts(Way.PURGE, clock::get);
  private final Cuts resets = new Cuts(Way.RESET, clock::get);
  private final Ledger ledger =
      new Ledger("some", "counter", Content.DELTAS, Doubt.SENT_AGAIN, Way.NONE);

  private final long first = new Event(ledger, 0).delta();
  private final long second = new Event(ledger, 1).delta();

  @Test
  void whatIsAcknowledgedCounts_andWhatIsUnderWayMay() {
    record(0);
    long read = later(1);
    history.sent(new Event(ledger, 1));

    assertThat(history.ranges(purges, read, later(1)))
        .containsExactly(new Range(first, first + second));
    assertThat(history.ranges(purges, read, read)).containsExactly(new Range(first, first));
  }

  @Test
  void whatIsAcknowledgedDuringARead_mayBeMissing() {
    long read = later(1);
    record(0);

    assertThat(history.ranges(purges, read, later(1))).containsExactly(new Range(0, first));
  }

  @Test
  void afterAPurge_whatWasSentSinceCounts_andWhatWasOverBeforeDoesNot() {
    record(0);
    purge(20);
    record(1);

    assertThat(now(purges)).containsExactly(new Range(second, second));
  }

  @Test
  void whatIsRecordedDuringAPurge_mayBeOnEitherSide() {
    later(1);
    Cut purge = purges.begin();
    record(0);
    later(11);
    purges.answered(purge);
    later(1);

    assertThat(now(purges)).containsExactly(new Range(0, first));
  }

  @Test
  void aPurgeWithoutAnAnswer_hasItsEffectSoonOrNever() {
    record(0);
    later(1);
    purges.unanswered(purges.begin());
    later(1);
    record(1);

    // never, or any time from now on
    assertThat(now(purges)).containsExactly(new Range(first, first + second), new Range(0, second));

    later(Cuts.LATEST.toSeconds());
    record(2);
    long third = new Event(ledger, 2).delta();
    assertThat(now(purges))
        .containsExactly(
            new Range(first + second + third, first + second + third),
            new Range(third, second + third));
  }

  @Test
  void whatIsRecordedBeforeAPurgeIsAnswered_mayBeMissingWhereItIsNotKnown() {
    record(0);
    later(1);
    Cut purge = purges.begin();
    record(1);
    assertThat(now(purges)).containsExactly(new Range(first, first + second), new Range(0, second));

    purges.answered(purge);
    assertThat(now(purges)).containsExactly(new Range(0, second));
  }

  @Test
  void aPurgeThatIsAnswered_makesEarlierOnesThatAreOverMeaningless() {
    record(0);
    purges.unanswered(purges.begin());
    later(Cuts.LATEST.toSeconds() + 1);
    record(1);
    purge(11);

    assertThat(now(purges)).containsExactly(new Range(0, 0));
  }

  @Test
  void aPurgeThatWasRefused_wasNone() {
    record(0);
    purges.refused(purges.begin());

    assertThat(now(purges)).containsExactly(new Range(first, first));
  }

  @Test
  void anIdFromBefore_countsAgainAfterAPurge_andNotAfterAReset() {
    record(0);
    later(20);
    Cut reset = resets.begin();
    purge(11);
    resets.answered(reset);
    later(1);
    record(0);

    assertThat(now(purges)).containsExactly(new Range(first, first));
    assertThat(now(resets)).containsExactly(new Range(0, 0));
  }

  @Test
  void anEventThatWasSentBeforeAReset_andAcknowledgedAfter_mayBeOnEitherSide() {
    history.sent(new Event(ledger, 0));
    history.doubted(0);
    later(20);
    Cut reset = resets.begin();
    later(1);
    resets.answered(reset);
    later(1);
    record(0);

    assertThat(now(resets)).containsExactly(new Range(0, first));
  }

  @Test
  void anAttemptWithoutAnAnswer_mayStillBeRecorded_byAnInstanceThatWasFrozen() {
    history.sent(new Event(ledger, 0));
    history.doubted(0);
    later(20);
    purge(11);
    assertThat(now(purges)).containsExactly(new Range(0, first));

    later(60);
    purge(11);
    assertThat(now(purges)).containsExactly(new Range(0, 0));
  }

  private List<Range> now(Cuts cuts) {
    long now = later(1);
    return history.ranges(cuts, now, now);
  }

  private void record(int number) {
    later(1);
    long sent = clock.get();
    history.sent(new Event(ledger, number));
    later(1);
    history.acknowledged(number, sent, false);
  }

  private void purge(long seconds) {
    later(1);
    Cut purge = purges.begin();
    later(seconds);
    purges.answered(purge);
    later(1);
  }

  private long later(long seconds) {
    return clock.addAndGet(Duration.ofSeconds(seconds).toNanos());
  }
}
