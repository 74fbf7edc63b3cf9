package io.quipu.dedup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.page.CountedId;
import io.quipu.page.IdPartition;
import io.quipu.page.Layout;
import io.quipu.page.RememberedPeriods;
import io.quipu.page.TestLayout;
import io.quipu.sim.scripted.Fate;
import io.quipu.sim.scripted.ScriptedSettledIds;
import io.quipu.sim.scripted.ScriptedSettledIds.Call;
import io.quipu.store.SettledIds.Counted;
import io.quipu.store.SettledIds.CounterId;
import io.quipu.store.WriteOutcome;
import io.quipu.time.Done;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** That no look-up is left out of an id that was counted, whoever did. */
class FilteredIdsTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final EventTime NOON = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
  private static final Layout LAYOUT = TestLayout.SMALL;
  private static final int PAGE = 1;
  private static final int MINUTE = 60;
  private static final int MEMORY = 100_000;

  private final ScriptedSettledIds store = new ScriptedSettledIds();
  private final FilterMemory memory = new FilterMemory(MEMORY);
  private final FilteredIds ids = ids(memory);
  private int lookedUp;
  private int certainlyNew;

  private FilteredIds ids(FilterMemory some) {
    return new FilteredIds(
        store,
        LAYOUT,
        some,
        (up, others) -> {
          lookedUp += up;
          certainlyNew += others;
        });
  }

  private static CountedId id(int number) {
    return new CountedId("id-" + number, NOON.plusTicks(number * 10L).timeuuid(0, 1), 1, MINUTE);
  }

  private static IdPartition partition(int number) {
    return IdPartition.of(LAYOUT, PAGE, id(number));
  }

  private static RememberedPeriods with(int... numbers) {
    return RememberedPeriods.NONE.with(
        IntStream.of(numbers).mapToObj(FilteredIdsTest::id).toList());
  }

  /** Somebody else has counted it, and exported. */
  private void put(int number) {
    store.put(PAGE, A, id(number));
  }

  /** The settler has counted it. */
  private WriteOutcome remember(int number) {
    return Done.value(ids.remember(partition(number), List.of(new Counted(A, id(number)))));
  }

  private boolean finds(int number) {
    List<CountedId> found = new ArrayList<>();
    Done.value(
        ids.find(
            partition(number),
            List.of(new CounterId(A, id(number).id())),
            (counter, id) -> found.add(id)));
    return found.equals(List.of(id(number)));
  }

  /** Those that lie in the same partition as the first one. */
  private static List<Integer> together(int first, int some) {
    return IntStream.iterate(first, i -> i + 1)
        .filter(i -> partition(i).equals(partition(first)))
        .limit(some)
        .boxed()
        .toList();
  }

  @Test
  void everythingIsLookedUp_untilThePageIsTakenOver() {
    put(1);
    assertThat(finds(1)).isTrue();
    assertThat(finds(2)).isFalse();
    assertThat(remember(3)).isEqualTo(WriteOutcome.WRITTEN);
    assertThat(finds(3)).isTrue();
    assertThat(store.script.calls(Call.FIND)).isEqualTo(3);
    assertThat(memory.free()).isEqualTo(MEMORY);
  }

  @Test
  void ofAPeriodThatHadNoIds_onlyThoseAreLookedUpThatItHasCounted() {
    ids.begin(RememberedPeriods.NONE);
    remember(1);
    assertThat(finds(1)).isTrue();
    assertThat(finds(2)).isFalse();
    assertThat(store.script.calls(Call.FIND)).isOne();
    assertThat(store.script.calls(Call.LIST)).isZero();
    assertThat(lookedUp).isOne();
    assertThat(certainlyNew).isOne();
  }

  @Test
  void ofAPeriodThatHadIds_allAreLookedUp_untilItWasRead() {
    List<Integer> some = together(1, 4);
    put(some.get(0));
    put(some.get(1));
    ids.begin(with(1));
    store.script.hold(Call.LIST, true);
    var first = ids.find(partition(1), List.of(new CounterId(A, "new")), (counter, id) -> {});
    remember(some.get(2));
    assertThat(store.script.calls(Call.FIND)).isOne();
    store.script.hold(Call.LIST, false);
    store.script.held().get(0).answered();
    Done.value(first);

    assertThat(finds(some.get(3))).isFalse();
    assertThat(store.script.calls(Call.FIND)).isOne();
    assertThat(some.subList(0, 3)).allMatch(this::finds);
    assertThat(store.script.calls(Call.LIST)).isOne();
  }

  @Test
  void readsNoMoreThanInProportion_andMissesNothingMeanwhile() {
    List<Integer> counted = together(0, 1_500);
    counted.subList(0, 1_200).forEach(this::put);
    ids.begin(with(0));
    assertThat(finds(counted.get(0))).isTrue();
    for (int i = 0; i < 200; i++) {
      assertThat(finds(counted.get(i))).isTrue();
    }
    assertThat(store.script.calls(Call.LIST)).isOne();
    counted.subList(1_200, 1_500).forEach(this::remember);
    assertThat(counted).allMatch(this::finds);
    assertThat(store.script.calls(Call.LIST)).isBetween(3L, 5L);

    long before = store.script.calls(Call.FIND);
    assertThat(together(1_000_000, 500)).noneMatch(this::finds);
    assertThat(store.script.calls(Call.FIND) - before).isLessThan(50);
  }

  @Test
  void periodsAreReadEachForItself() {
    int later = 600_000_000;
    assertThat(partition(later).period()).isNotEqualTo(partition(1).period());
    put(1);
    ids.begin(with(1));
    remember(later);
    assertThat(finds(later)).isTrue();
    assertThat(finds(later + 1)).isFalse();
    assertThat(store.script.calls(Call.LIST)).isZero();
    assertThat(finds(1)).isTrue();
    assertThat(store.script.calls(Call.LIST)).isOne();
  }

  @Test
  void whatSomebodyElseCountedMeanwhile_isFoundAfterANewTakeover() {
    ids.begin(RememberedPeriods.NONE);
    remember(1);
    ids.forget();
    int other = together(1, 2).get(1);
    put(other);
    assertThat(finds(other)).isTrue();
    ids.begin(with(1, other));
    assertThat(finds(other)).isTrue();
    assertThat(finds(1)).isTrue();
    ids.begin(with(1, other));
    assertThat(finds(other)).isTrue();
  }

  @Test
  void withoutMemoryEverythingIsLookedUp_andNoneIsKept() {
    FilterMemory little = new FilterMemory(600);
    FilteredIds small = ids(little);
    small.begin(RememberedPeriods.NONE);
    for (int number : together(0, 400)) {
      Done.value(small.remember(partition(0), List.of(new Counted(A, id(number)))));
    }
    assertThat(little.free()).isEqualTo(600);
    Done.value(small.find(partition(0), List.of(new CounterId(A, "new")), (counter, id) -> {}));
    assertThat(store.script.calls(Call.FIND)).isOne();
    assertThat(store.script.calls(Call.LIST)).isZero();
  }

  @Test
  void doesWithoutAFilter_whileThereIsNoneToBeRead() {
    put(1);
    ids.begin(with(1));
    store.script.next(Call.LIST, Fate.UNAVAILABLE);
    assertThat(finds(1)).isTrue();
    for (int i = 0; i < 250; i++) {
      assertThat(finds(1)).isTrue();
    }
    assertThat(store.script.calls(Call.LIST)).isEqualTo(2);
    assertThat(certainlyNew).isZero();
    assertThat(finds(together(1, 2).get(1))).isFalse();
    assertThat(certainlyNew).isOne();
  }

  @Test
  void tellsADefect() {
    put(1);
    ids.begin(with(1));
    store.script.before(
        Call.LIST,
        () -> {
          throw new IllegalStateException("a defect");
        });
    assertThatThrownBy(() -> finds(1)).hasStackTraceContaining("a defect");
  }

  @Test
  void isWithoutFilters_whenItForgets_orAPartitionIsDeleted() {
    ids.begin(RememberedPeriods.NONE);
    int other = together(1, 2).get(1);
    remember(1);
    assertThat(memory.free()).isLessThan(MEMORY);
    store.script.next(Call.DELETE, Fate.NEVER_APPLIED);
    Done.value(ids.delete(partition(1)));
    assertThat(finds(1)).isTrue();
    assertThat(memory.free()).isLessThan(MEMORY);
    Done.value(ids.delete(partition(1)));
    assertThat(memory.free()).isEqualTo(MEMORY);
    remember(other);
    ids.forget();
    assertThat(memory.free()).isEqualTo(MEMORY);
  }
}
