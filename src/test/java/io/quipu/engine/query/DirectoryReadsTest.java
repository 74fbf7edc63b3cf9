package io.quipu.engine.query;

import static io.quipu.engine.time.Noon.second;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.store.EventDirectory.Hour;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Done;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedEventDirectory;
import io.quipu.testing.sim.scripted.ScriptedEventDirectory.Call;
import java.util.List;
import java.util.NavigableSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class DirectoryReadsTest {
  private static final long HOUR = EventPartition.HOUR_SECONDS;

  private final HandDrivenTime time = new HandDrivenTime();
  private final ScriptedEventDirectory directory = new ScriptedEventDirectory();
  private final DirectoryReads reads = new DirectoryReads(directory, time);

  private EventPartition name(int retention, long second) {
    EventPartition named =
        new EventPartition(retention, EventPartition.bucketOf(second(second)), 1);
    directory.nameNow(named);
    return named;
  }

  private CompletableFuture<NavigableSet<EventPartition>> named(long second) {
    CompletionStage<NavigableSet<EventPartition>> named = reads.named(1, second(second));
    time.passMillis(0);
    return named.toCompletableFuture();
  }

  @Test
  void findsAllFromThereOn_ofEveryRetention_howeverFarInTheFuture() {
    name(RetentionClass.USUAL, -5);
    EventPartition now = name(RetentionClass.USUAL, 0);
    EventPartition other = name(RetentionClass.FOREVER, 0);
    EventPartition far = name(RetentionClass.USUAL, 100 * HOUR);
    for (int i = 0; i < 2; i++) {
      assertThat(Done.value(named(3))).containsExactly(now, other, far);
    }
    assertThat(reads.known(1, second(3))).containsExactly(now, other, far);
  }

  /** Nothing in it was acknowledged; whoever collects the other retention would take it away. */
  @Test
  void leavesOutAPartition_ofWhichOnlyTheHourOfAnotherRetentionIsNamed() {
    EventPartition other =
        new EventPartition(RetentionClass.FOREVER, EventPartition.bucketOf(second(0)), 1);
    Done.value(directory.name(other));
    EventPartition now = name(RetentionClass.USUAL, 0);
    for (int i = 0; i < 2; i++) {
      assertThat(Done.value(named(0))).containsExactly(now);
    }
    Done.value(directory.name(Hour.of(other)));
    assertThat(Done.value(named(0))).containsExactlyInAnyOrder(now, other);
  }

  @Test
  void neverJoinsQueriesThatAreUnderWay() {
    directory.script.hold(Call.LOOK, true);
    CompletableFuture<NavigableSet<EventPartition>> first = named(0);
    CompletableFuture<NavigableSet<EventPartition>> second = named(0);
    directory.script.held().get(0).answered();
    EventPartition acknowledged = name(RetentionClass.USUAL, 1);
    time.passMillis(0);
    assertThat(Done.value(first)).isEmpty();
    assertThat(second).isNotDone();
    directory.script.held().get(1).answered();
    directory.script.held().get(2).answered();
    assertThat(Done.value(second)).containsExactly(acknowledged);
  }

  @Test
  void sharesQueriesThatBeginAfterTheQuestions_andReadsThemFromTheEarliestOn() {
    EventPartition early = name(RetentionClass.USUAL, 0);
    EventPartition late = name(RetentionClass.USUAL, 60);
    Done.value(named(0));
    directory.script.calls().clear();
    CompletionStage<NavigableSet<EventPartition>> one = reads.named(1, second(60));
    CompletionStage<NavigableSet<EventPartition>> other = reads.named(1, second(0));
    time.passMillis(0);
    assertThat(Done.value(one)).containsExactly(late);
    assertThat(Done.value(other)).containsExactly(early, late);
    assertThat(directory.script.calls(Call.LOOK)).isEqualTo(1);
  }

  @Test
  void looksOnce_ifTheHoursAreThoseOfTheLastTime_andOnceMoreForTheOthers() {
    EventPartition first = name(RetentionClass.USUAL, 0);
    EventPartition second = name(RetentionClass.USUAL, HOUR);
    assertThat(lookedFor(0, first, second)).as("nothing is known").isEqualTo(2);
    assertThat(lookedFor(0, first, second)).as("warm").isEqualTo(1);
    EventPartition third = name(RetentionClass.USUAL, HOUR + 5);
    assertThat(lookedFor(0, first, second, third)).as("another bucket").isEqualTo(1);
    EventPartition later = name(RetentionClass.USUAL, 2 * HOUR);
    assertThat(lookedFor(0, first, second, third, later)).as("another hour").isEqualTo(2);
    assertThat(lookedFor(2 * HOUR + 5)).as("an hour without any more").isEqualTo(1);
    assertThat(lookedFor(0, first, second, third, later)).isEqualTo(1);
  }

  private long lookedFor(long from, EventPartition... expected) {
    directory.script.calls().clear();
    assertThat(Done.value(named(from))).containsExactly(expected);
    return directory.script.calls(Call.LOOK);
  }

  @Test
  void forgetsWhatIsNotNamedAnyMore_andRemembersABoundedNumber() {
    EventPartition gone = name(RetentionClass.USUAL, 0);
    Done.value(named(0));
    Done.value(directory.forget(gone));
    for (int i = 1; i <= 100; i++) {
      name(RetentionClass.USUAL, i * 5L);
    }
    assertThat(Done.value(named(0))).hasSize(100);
    assertThat(reads.known(1, second(0))).hasSize(64).doesNotContain(gone);
  }

  @Test
  void failsThoseOfOnePart_andAsksAgainForTheNext() {
    EventPartition now = name(RetentionClass.USUAL, 0);
    directory.script.next(Call.LOOK, Fate.UNAVAILABLE);
    assertThat(Done.failure(named(0))).isInstanceOf(StoreUnavailable.class);
    directory.script.down(1, true);
    CompletionStage<NavigableSet<EventPartition>> ofOther = reads.named(0, second(0));
    assertThat(Done.failure(named(0))).isInstanceOf(StoreUnavailable.class);
    assertThat(Done.value(ofOther)).isEmpty();
    directory.script.down(1, false);
    assertThat(Done.value(named(0))).isEqualTo(new java.util.TreeSet<>(List.of(now)));
  }
}
