package io.quipu.engine.checkpoint;

import static io.quipu.engine.time.Noon.second;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.ids.RunEntry;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.IdKey;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.state.IdRuns;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.RunPeriod;
import io.quipu.engine.time.Done;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedSettledIds;
import io.quipu.testing.sim.scripted.ScriptedSettledIds.Call;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Ids of a page that remembers them for a minute, in periods of 675 s. */
class IdCollectionTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final int PAGE = 1;
  private static final int MINUTE = 60;
  private static final Duration WAIT = Duration.ofSeconds(60);

  private final HandDrivenTime time = new HandDrivenTime();
  private final EventTime noon = time.wall();
  private final ScriptedSettledIds ids = new ScriptedSettledIds();
  private final IdCollection collection = new IdCollection(PAGE, ids, time, WAIT);
  private IdRuns runs = IdRuns.NONE;

  private CountedId count(long second, String id, int window) {
    CountedId counted = new CountedId(id, second(second).timeuuid(0, 1), 1, 1, window);
    runs = ids.put(PAGE, runs, A, counted);
    return counted;
  }

  /** When none of the ids of a period is remembered any more. */
  private static EventTime forgotten(CountedId id) {
    return RunPeriod.of(id).forgotten();
  }

  /** The page takes a step. */
  private void pass(EventTime until) {
    runs = collection.afterDeletions(runs).forgotten(until);
    collection.passed(new PageHeader(until, noon, runs, 2));
  }

  private void collect() {
    Done.value(collection.collect());
  }

  private long deletions() {
    return ids.script.calls(Call.DELETE);
  }

  private void mayStillHave(String... some) {
    assertThat(ids.stored(A))
        .extracting(RunEntry::key)
        .containsExactlyInAnyOrder(
            Arrays.stream(some).map(id -> ids.key(A, id)).toArray(IdKey[]::new));
  }

  @Test
  void deletesARunAfterTheWait_whenThePageHasPassedTheWindowsOfItsPeriod() {
    EventTime over = forgotten(count(1, "x", MINUTE));
    count(2, "y", MINUTE);
    count(2_000, "later", MINUTE);
    pass(over);
    time.pass(WAIT.minusNanos(1));
    collect();
    assertThat(deletions()).isZero();
    time.pass(Duration.ofNanos(1));
    collect();
    assertThat(deletions()).isEqualTo(2);
    mayStillHave("later");
  }

  @Test
  void deletesNothingThatIsRemembered() {
    EventTime over = forgotten(count(1, "x", MINUTE));
    count(1, "for ever", DeduplicationWindow.FOREVER);
    pass(over.plusTicks(-1));
    time.pass(WAIT);
    collect();
    assertThat(deletions()).isZero();
    pass(second(1_000_000));
    time.pass(WAIT);
    collect();
    mayStillHave("for ever");
  }

  @Test
  void theWaitRunsFromTheFirstStepThatPassedIt() {
    EventTime over = forgotten(count(1, "x", MINUTE));
    pass(over);
    time.pass(Duration.ofSeconds(40));
    pass(over.plusTicks(1));
    time.pass(Duration.ofSeconds(20));
    collect();
    mayStillHave();
  }

  @Test
  void waitsForWhatIsGoneLater() {
    EventTime over = forgotten(count(1, "x", MINUTE));
    pass(over);
    time.pass(Duration.ofSeconds(40));
    EventTime later = forgotten(count(2_000, "y", MINUTE));
    pass(later);
    time.pass(Duration.ofSeconds(20));
    collect();
    mayStillHave("y");
    pass(later.plusTicks(1));
    time.pass(WAIT.minusNanos(1));
    collect();
    mayStillHave("y");
    time.pass(Duration.ofNanos(1));
    collect();
    mayStillHave();
  }

  @Test
  void theHeaderNamesARunUntilItIsDeleted() {
    EventTime over = forgotten(count(1, "x", MINUTE));
    pass(over);
    IdRuns named = runs;
    time.pass(WAIT);
    assertThat(collection.afterDeletions(named)).isEqualTo(named);
    ids.script.next(Call.DELETE, Fate.NEVER_APPLIED);
    collect();
    assertThat(collection.afterDeletions(named)).isEqualTo(named);
    collect();
    assertThat(deletions()).isEqualTo(2);
    assertThat(collection.afterDeletions(named)).isEqualTo(IdRuns.NONE);
  }

  @Test
  void deletesNothing_afterItHasForgotten() {
    EventTime over = forgotten(count(1, "x", MINUTE));
    pass(over);
    collection.forget();
    time.pass(WAIT);
    collect();
    assertThat(deletions()).isZero();
    pass(over.plusTicks(1));
    time.pass(WAIT.minusNanos(1));
    collect();
    assertThat(deletions()).isZero();
  }

  @Test
  void aDeletionThatEndsAfterItHasForgotten_isDoneAgain() {
    EventTime over = forgotten(count(1, "x", MINUTE));
    pass(over);
    IdRuns named = runs;
    time.pass(WAIT);
    ids.script.hold(Call.DELETE, true);
    var deleted = collection.collect();
    collection.forget();
    ids.script.held().forEach(held -> held.answered());
    Done.value(deleted);
    assertThat(collection.afterDeletions(named)).isEqualTo(named);
    ids.script.hold(Call.DELETE, false);
    pass(over.plusTicks(1));
    time.pass(WAIT);
    collect();
    assertThat(collection.afterDeletions(named)).isEqualTo(IdRuns.NONE);
  }
}
