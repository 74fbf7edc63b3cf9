package io.quipu.engine.checkpoint;

import static io.quipu.engine.time.Noon.second;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.RememberedPeriods;
import io.quipu.engine.time.Done;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedSettledIds;
import io.quipu.testing.sim.scripted.ScriptedSettledIds.Call;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ids of a page that are remembered for a minute, in periods of ten minutes that begin at noon. */
class IdCollectionTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final int PAGE = 1;
  private static final int PARTS = 4;
  private static final int MINUTE = 60;
  private static final int FORGOTTEN = 660;
  private static final Duration WAIT = Duration.ofSeconds(60);

  private final HandDrivenTime time = new HandDrivenTime();
  private final EventTime noon = time.wall();
  private final ScriptedSettledIds ids = new ScriptedSettledIds();
  private final IdCollection collection = new IdCollection(PAGE, ids, time, WAIT);
  private RememberedPeriods remembered = RememberedPeriods.NONE;

  private void count(long second, String id, int window) {
    CountedId counted = new CountedId(id, second(second).timeuuid(0, 1), 1, 1, window);
    ids.put(PAGE, A, counted);
    remembered = remembered.with(List.of(counted));
  }

  /** The page takes a step. */
  private void pass(EventTime until) {
    remembered = collection.afterDeletions(remembered);
    collection.passed(new PageHeader(until, noon, remembered, 2));
  }

  private void collect() {
    Done.value(collection.collect());
  }

  private long deletions() {
    return ids.script.calls(Call.DELETE);
  }

  @Test
  void deletesAPeriodAfterTheWait_whenThePageHasPassedTheWindowsOfAllItsIds() {
    count(1, "x", MINUTE);
    count(599, "y", MINUTE);
    count(600, "later", MINUTE);
    pass(second(FORGOTTEN));
    time.pass(WAIT.minusNanos(1));
    collect();
    assertThat(deletions()).isZero();
    time.pass(Duration.ofNanos(1));
    collect();
    assertThat(deletions()).isEqualTo(PARTS);
    assertThat(ids.stored(A)).extracting(CountedId::id).containsExactly("later");
  }

  @Test
  void deletesNothingThatSomebodyRemembers() {
    count(1, "x", MINUTE);
    count(1, "for ever", DeduplicationWindow.FOREVER);
    pass(second(FORGOTTEN).plusTicks(-1));
    time.pass(WAIT);
    collect();
    assertThat(deletions()).isZero();
    pass(second(1_000_000));
    time.pass(WAIT);
    collect();
    assertThat(ids.stored(A)).extracting(CountedId::id).containsExactly("for ever");
  }

  @Test
  void theWaitRunsFromTheFirstStepThatPassedIt() {
    count(1, "x", MINUTE);
    pass(second(FORGOTTEN));
    time.pass(Duration.ofSeconds(40));
    pass(second(FORGOTTEN + 40));
    time.pass(Duration.ofSeconds(20));
    collect();
    assertThat(ids.stored(A)).isEmpty();
  }

  @Test
  void waitsForEachPeriodByItself() {
    count(1, "x", MINUTE);
    pass(second(FORGOTTEN));
    time.pass(Duration.ofSeconds(40));
    count(601, "y", MINUTE);
    pass(second(600 + FORGOTTEN));
    time.pass(Duration.ofSeconds(20));
    collect();
    assertThat(ids.stored(A)).extracting(CountedId::id).containsExactly("y");
    pass(second(600 + FORGOTTEN + 1));
    time.pass(WAIT.minusNanos(1));
    collect();
    assertThat(ids.stored(A)).hasSize(1);
    time.pass(Duration.ofNanos(1));
    collect();
    assertThat(ids.stored(A)).isEmpty();
  }

  @Test
  void theHeaderNamesAPeriodUntilItIsGone() {
    count(1, "x", MINUTE);
    RememberedPeriods named = remembered;
    pass(second(FORGOTTEN));
    time.pass(WAIT);
    assertThat(collection.afterDeletions(named)).isEqualTo(named);
    ids.script.next(Call.DELETE, Fate.ANSWERED, Fate.NEVER_APPLIED);
    collect();
    assertThat(collection.afterDeletions(named)).isEqualTo(named);
    collect();
    assertThat(deletions()).isEqualTo(2 * PARTS);
    assertThat(collection.afterDeletions(named)).isEqualTo(RememberedPeriods.NONE);
  }

  @Test
  void theHeaderGoesOnNamingThePeriodsAfterIt() {
    count(1, "x", MINUTE);
    count(601, "y", MINUTE);
    pass(second(FORGOTTEN));
    time.pass(WAIT);
    collect();
    RememberedPeriods.Periods before = remembered.byWindow().get(MINUTE);
    assertThat(collection.afterDeletions(remembered).byWindow().get(MINUTE))
        .isEqualTo(new RememberedPeriods.Periods(before.last(), before.last()));
  }

  @Test
  void deletesNothing_afterItHasForgotten() {
    count(1, "x", MINUTE);
    pass(second(FORGOTTEN));
    collection.forget();
    time.pass(WAIT);
    collect();
    assertThat(deletions()).isZero();
    pass(second(FORGOTTEN + 1));
    time.pass(WAIT.minusNanos(1));
    collect();
    assertThat(deletions()).isZero();
  }

  @Test
  void aDeletionThatEndsAfterItHasForgotten_isDoneAgain() {
    count(1, "x", MINUTE);
    RememberedPeriods named = remembered;
    pass(second(FORGOTTEN));
    time.pass(WAIT);
    ids.script.hold(Call.DELETE, true);
    var deleted = collection.collect();
    collection.forget();
    ids.script.held().forEach(held -> held.answered());
    Done.value(deleted);
    assertThat(collection.afterDeletions(named)).isEqualTo(named);
    ids.script.hold(Call.DELETE, false);
    pass(second(FORGOTTEN + 1));
    time.pass(WAIT);
    collect();
    assertThat(collection.afterDeletions(named)).isEqualTo(RememberedPeriods.NONE);
  }
}
