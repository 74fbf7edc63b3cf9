package io.quipu.engine.checkpoint.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.EventPartition;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedEventDirectory;
import io.quipu.testing.sim.scripted.ScriptedEventLog;
import io.quipu.testing.sim.scripted.ScriptedPageStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class CollectorTest extends CollectorFixture {
  @Test
  void deletesRowsThenNamesThenHours_afterTheWait() {
    EventPartition partition = put(AT_ONCE, 0, 0);
    allSettled(HOUR);
    round();
    time.pass(WAIT.minusNanos(1));
    round();
    requireKept(partition);
    List<String> order = new ArrayList<>();
    stores.events.script.before(ScriptedEventLog.Call.DELETE, () -> order.add("rows"));
    stores.directory.script.before(
        ScriptedEventDirectory.Call.FORGET_PARTITION, () -> order.add("name"));
    stores.directory.script.before(
        ScriptedEventDirectory.Call.FORGET_HOUR, () -> order.add("hour"));
    assertThat(registry.get("quipu.partitions.due").gauge().value()).isOne();
    time.pass(Duration.ofNanos(1));
    round();
    assertThat(order).containsExactly("rows", "name", "hour");
    assertThat(hasRows(partition)).isFalse();
    assertThat(stores.directory.hours(0)).isEmpty();
    assertThat(stores.directory.named(0, partition.hour())).isEmpty();
    assertThat(registry.get("quipu.partitions.collected").counter().count()).isOne();
    assertThat(registry.get("quipu.partitions.due").gauge().value()).isZero();
  }

  @Test
  void deletesNothing_thatOnePageHasNotPassed() {
    EventPartition passed = put(AT_ONCE, 0, 0);
    EventPartition other = put(A_MINUTE, 0, 100);
    settled(0, HOUR);
    stores.pages.settled(2, second(4), Map.of());
    stores.pages.settled(2, second(5).plusTicks(-1), Map.of());
    stores.pages.settled(2, second(HOUR), Map.of());
    collectAll();
    requireKept(passed);
    stores.pages.settled(2, second(HOUR).plusTicks(1), Map.of());
    collectAll();
    assertThat(hasRows(passed)).isFalse();
    assertThat(stores.directory.isNamed(other)).isFalse();
  }

  @Test
  void deletesWhatAllPagesHadPassed_beforeTheirLastStep() {
    EventPartition partition = put(AT_ONCE, 0, 0);
    stores.pages.settled(0, second(5), Map.of());
    stores.pages.settled(2, second(5), Map.of());
    collectAll();
    requireKept(partition);
    stores.pages.settled(0, second(6), Map.of());
    stores.pages.settled(2, second(6), Map.of());
    collectAll();
    assertThat(hasRows(partition)).isFalse();
  }

  @Test
  void deletesNothing_whileAPageHasNoHeader() {
    EventPartition partition = put(AT_ONCE, 0, 0);
    settled(0, HOUR);
    collectAll();
    requireKept(partition);
    assertThat(stores.directory.hours(0)).hasSize(1);
  }

  @Test
  void waitsAgain_whenItWasForgottenThatItWaits() {
    EventPartition partition = put(AT_ONCE, 0, 0);
    allSettled(HOUR);
    round();
    time.pass(WAIT);
    Collector successor = collector();
    Done.value(begin(successor));
    requireKept(partition);
    time.pass(WAIT);
    Done.value(begin(successor));
    assertThat(hasRows(partition)).isFalse();
  }

  @Test
  void theWaitBeginsAfterTheLastAnswer() {
    EventPartition partition = put(AT_ONCE, 0, 0);
    allSettled(HOUR);
    stores.pages.script.hold(ScriptedPageStore.Call.READ_SERIAL, true);
    CompletionStage<Void> look = begin(collector);
    stores.pages.script.held().get(0).answered();
    time.pass(Duration.ofSeconds(30));
    stores.pages.script.held().get(1).answered();
    Done.value(look);
    time.pass(Duration.ofSeconds(59));
    round();
    requireKept(partition);
    time.pass(Duration.ofSeconds(1));
    round();
    assertThat(hasRows(partition)).isFalse();
  }

  @Test
  void aPartThatFailsHoldsUpNoOther() {
    EventPartition first = put(AT_ONCE, 0, 0);
    EventPartition second = put(AT_ONCE, 1, 0);
    allSettled(HOUR);
    stores.pages.script.down(2, true);
    assertThat(Done.failure(begin(collector))).isInstanceOf(StoreUnavailable.class);
    time.pass(WAIT);
    Done.failure(begin(collector));
    requireKept(first);
    assertThat(hasRows(second)).isFalse();
    assertThat(registry.get("quipu.collections.failed").counter().count()).isEqualTo(2);
    stores.pages.script.down(2, false);
    collectAll();
    assertThat(hasRows(first)).isFalse();
  }

  @Test
  void namesGoLast_soThatWhatIsLeftIsFoundAgain() {
    EventPartition kept = put(AT_ONCE, 0, 0);
    EventPartition gone = put(AT_ONCE, 0, 5);
    allSettled(HOUR);
    round();
    time.pass(WAIT);
    stores.events.script.next(ScriptedEventLog.Call.DELETE, Fate.NEVER_APPLIED);
    round();
    assertThat(stores.directory.named(0, kept.hour())).containsExactly(kept);
    assertThat(stores.directory.isNamed(gone)).isFalse();
    assertThat(stores.directory.hours(0)).hasSize(1);
    assertThat(stores.events.rowsOf(on(0))).hasSize(1);
    stores.directory.script.next(ScriptedEventDirectory.Call.FORGET_PARTITION, Fate.NEVER_APPLIED);
    round();
    assertThat(stores.directory.isNamed(kept)).isTrue();
    round();
    assertThat(stores.directory.hours(0)).isEmpty();
    assertThat(hasRows(kept)).isFalse();
  }

  @Test
  void leavesPartsThatAreNotItsOwn() {
    EventPartition first = put(AT_ONCE, 0, 0);
    EventPartition second = put(AT_ONCE, 1, 0);
    allSettled(HOUR);
    round();
    assertThat(registry.get("quipu.partitions.due").gauge().value()).isEqualTo(2);
    for (int rounds = 0; rounds < 3; rounds++) {
      Done.value(collector.round(List.of(1), second(100 * HOUR)));
      time.pass(WAIT);
    }
    requireKept(first);
    assertThat(hasRows(second)).isFalse();
    assertThat(registry.get("quipu.partitions.due").gauge().value()).isZero();
  }
}
