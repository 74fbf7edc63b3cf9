package io.quipu.engine.checkpoint.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Keep;
import io.quipu.engine.names.Lateness;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.TestNamespaces;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.NamespaceStore.Created;
import io.quipu.engine.store.StoresFixture;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.EndedWindows;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedClosedWindows.Call;
import io.quipu.testing.sim.scripted.ScriptedPageStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class WindowCollectionTest extends StoresFixture {
  private static final int HOUR = 3_600;
  private static final int PAGE = 0;

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final List<Created> namespaces = new ArrayList<>();
  private final WindowCollection collection = collection();

  private WindowCollection collection() {
    return new WindowCollection(
        stores.layout,
        stores.pages,
        stores.windows,
        new WindowCollection.Source(
            () -> CompletableFuture.completedStage(List.copyOf(namespaces)),
            Duration.ofMinutes(10)),
        time,
        new CollectionMeters(registry));
  }

  private void keeps(String name, Map<String, String> settings) {
    namespaces.add(
        new Created(TestNamespaces.withSettings(Namespace.of(name, "event"), settings), second(0)));
  }

  private static Window minute(long second) {
    return Granularity.MINUTE.windowOf(second(second));
  }

  private void put(String namespace, long second) {
    stores.windows.put(PAGE, new CounterName(namespace, "c"), minute(second), Tally.of(1, 1));
  }

  private Map<Window, Tally> left(String namespace) {
    return stores.windows.stored(new CounterName(namespace, "c"));
  }

  private void settled(long second) {
    stores.pages.settled(PAGE, second(second), Map.of());
    stores.pages.settled(PAGE, second(second).plusTicks(1), Map.of());
  }

  private CompletionStage<Void> step() {
    return collection.step(List.of(PAGE));
  }

  /** A look, the wait, and what was found. */
  private void round() {
    Done.value(step());
    time.pass(stores.layout.collectionWait());
    Done.value(step());
    time.pass(Duration.ofMinutes(10));
  }

  @Test
  void deletesPeriods_thatHaveEndedWhereThePageIs() {
    keeps("votes", Map.of(Keep.SETTING, "minute=1h"));
    for (String name : List.of("votes", "other")) {
      put(name, 0);
      put(name, HOUR);
      put(name, 2 * HOUR);
    }
    settled(2 * HOUR - 1);
    round();
    assertThat(left("votes")).hasSize(3);
    settled(3 * HOUR - 1);
    round();
    assertThat(left("votes")).containsOnlyKeys(minute(HOUR), minute(2 * HOUR));
    assertThat(left("other")).hasSize(3);
    settled(4 * HOUR + 60);
    round();
    assertThat(left("votes")).isEmpty();
    assertThat(registry.get("quipu.window.partitions.deleted").counter().count()).isPositive();
  }

  @Test
  void deletesThoseOfPurgedCounters_inEachOfTheirLives() {
    CounterName again = new CounterName("votes", "c").afterPurge();
    keeps("votes", Map.of(Keep.SETTING, "minute=1h", Namespace.PURGES, "1", Namespace.LIVES, "1"));
    put("votes", 0);
    stores.windows.put(PAGE, again, minute(0), Tally.of(1, 1));
    settled(3 * HOUR);
    round();
    assertThat(left("votes")).isEmpty();
    assertThat(stores.windows.stored(again)).isEmpty();
  }

  @Test
  void deletesNothing_beforeTheWaitIsOver() {
    keeps("votes", Map.of(Keep.SETTING, "minute=1h"));
    put("votes", 0);
    settled(3 * HOUR);
    Done.value(step());
    time.pass(stores.layout.collectionWait().minusMillis(1));
    Done.value(step());
    assertThat(left("votes")).hasSize(1);
    time.pass(Duration.ofMillis(1));
    Done.value(step());
    assertThat(left("votes")).isEmpty();
  }

  @Test
  void waitsForLateEvents() {
    keeps("votes", Map.of(Keep.SETTING, "minute=1h", Lateness.SETTING, "5h"));
    put("votes", 0);
    settled(7 * HOUR - 1);
    round();
    assertThat(left("votes")).hasSize(1);
    settled(7 * HOUR + 1);
    round();
    assertThat(left("votes")).isEmpty();
  }

  @Test
  void doesNotRepeatWhatWasNoted_alsoInAnotherProcess() {
    keeps("votes", Map.of(Keep.SETTING, "minute=1h"));
    settled(3 * HOUR);
    round();
    long deletions = stores.windows.script.calls(Call.DELETE);
    assertThat(Done.value(stores.windows.deleted(PAGE)))
        .containsOnlyKeys(new EndedWindows("votes", Granularity.MINUTE));
    round();
    WindowCollection another = collection();
    Done.value(another.step(List.of(PAGE)));
    time.pass(stores.layout.collectionWait());
    Done.value(another.step(List.of(PAGE)));
    assertThat(stores.windows.script.calls(Call.DELETE)).isEqualTo(deletions);
  }

  @Test
  void readsNoPages_ifNothingEnds_andLooksSeldom() {
    settled(3 * HOUR);
    long before = stores.pages.script.calls(ScriptedPageStore.Call.READ_SERIAL);
    for (int i = 0; i < 100; i++) {
      Done.value(step());
      time.pass(Duration.ofSeconds(1));
    }
    assertThat(stores.pages.script.calls(ScriptedPageStore.Call.READ_SERIAL)).isEqualTo(before);
  }

  @Test
  void deletesAgain_whatMayNotBeGone() {
    keeps("votes", Map.of(Keep.SETTING, "minute=1h"));
    put("votes", 0);
    settled(3 * HOUR);
    Done.value(step());
    time.pass(stores.layout.collectionWait());
    stores.windows.script.next(Call.DELETE, Fate.NEVER_APPLIED);
    assertThatThrownBy(() -> Done.value(step())).hasMessageContaining("could not be deleted");
    assertThat(Done.value(stores.windows.deleted(PAGE))).isEmpty();
    time.pass(Duration.ofMinutes(10));
    round();
    assertThat(left("votes")).isEmpty();
    assertThat(Done.value(stores.windows.deleted(PAGE))).isNotEmpty();
  }
}
