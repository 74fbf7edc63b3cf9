package io.quipu.engine.query.ranking;

import static io.quipu.engine.time.Noon.second;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kind.answer.Ranked;
import io.quipu.engine.kind.answer.Ranking;
import io.quipu.engine.kind.answer.WindowAnswers.WindowAnswer;
import io.quipu.engine.kinds.tally.TallyKind;
import io.quipu.engine.names.CounterLives;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.TestLayout;
import io.quipu.engine.names.TestNamespaces;
import io.quipu.engine.query.DirectoryReads;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.ListedCounter;
import io.quipu.engine.state.PendingFacts;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Done;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.TimeRange;
import io.quipu.engine.windows.Window;
import io.quipu.testing.sim.scripted.ScriptedPageStore;
import io.quipu.testing.sim.scripted.ScriptedStores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RankingsTest {
  private static final Layout LAYOUT = TestLayout.SMALL;
  private static final Ranked ALL = new Ranked(votes(1), NameRange.ALL, null);
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  private final HandDrivenTime time = new HandDrivenTime();
  private final ScriptedStores stores = new ScriptedStores();
  private final HandMadeSlices slices = new HandMadeSlices();
  private final RowShare rows = new RowShare(20_000);
  private final Map<String, Tally> values = new TreeMap<>();
  private final KnownKinds kinds =
      new KnownKinds(List.of(TallyKind.EVENT, new NamedKind(() -> values)));
  private final Rankings rankings = rankings(LAYOUT, rows);

  @BeforeEach
  void settlePages() {
    for (int page = 0; page < LAYOUT.pages(); page++) {
      stores.pages.settled(page, second(10 + page), Map.of());
    }
  }

  private Rankings rankings(Layout layout, RowShare share) {
    return new Rankings(
        new RankingStores(
            stores.pages,
            slices,
            new DirectoryReads(stores.directory, time),
            stores.names,
            kinds.ownReaders()),
        layout,
        share.on(time),
        time,
        SHORTEST,
        new RankingMeters(new SimpleMeterRegistry()));
  }

  @Test
  void ranksCountersWithoutPages_byNameAndWhatTheirReaderFinds() {
    Namespace named = Namespace.of("named", "named");
    for (int i = 0; i < 700; i++) {
      CounterName counter = new CounterName("named", "c" + i);
      values.put(counter.name(), Tally.of(i % 350, 1));
      Done.value(stores.names.enter(LAYOUT.part(LAYOUT.page(counter)), List.of(counter)));
    }
    rankings.onHorizon(second(77));
    Ranking ranking = ranking(new Ranked(named, NameRange.ALL, null));
    assertThat(ranking.total()).isEqualTo(700);
    assertThat(ranking.first())
        .hasSize(700)
        .startsWith(
            new ListedCounter("c349", Tally.of(349, 1)),
            new ListedCounter("c699", Tally.of(349, 1)),
            new ListedCounter("c348", Tally.of(348, 1)));
    assertThat(ranking.sum()).isEqualTo(Tally.of(2 * 350 * 349 / 2, 700));
    assertThat(ranking.asOf()).isEqualTo(second(77));
    assertThat(ranking(new Ranked(named, NameRange.of("c34"), null)).first()).hasSize(11);
  }

  private static Namespace votes(int shards) {
    return TestNamespaces.sharded(Namespace.of("votes", "event"), shards);
  }

  private static Ranked sharded(int shards) {
    return new Ranked(votes(shards), NameRange.ALL, null);
  }

  private static Ranked prefixed(String prefix) {
    return new Ranked(votes(1), NameRange.of(prefix), null);
  }

  private static CounterState state(long count, long events) {
    return new CounterState(
        Tally.of(count, events), EventTime.MIN.plusTicks(1), Map.of(), PendingFacts.NONE, 0);
  }

  private <T> T value(CompletionStage<T> stage) {
    time.passMillis(0);
    return Done.value(stage);
  }

  private Ranking ranking(Ranked ranked) {
    return value(rankings.top(ranked));
  }

  /** More than a chunk on each page, negative counts and many ties. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4})
  void ranksAllCounters_summedOverTheirPages_byCountAndThenByName(int shards) {
    Random random = new Random(shards);
    Map<String, Tally> all = new TreeMap<>();
    for (int i = 0; i < 7_000; i++) {
      String name = (i % 2 == 0 ? "page/" : "") + Character.toString(0x41 + i);
      if (Character.isSurrogate(name.charAt(name.length() - 1)) && name.length() % 2 == 1) {
        continue;
      }
      for (int page : LAYOUT.pagesOf(new CounterName("votes", name), shards)) {
        if (random.nextInt(4) > 0) {
          Tally some = Tally.of(random.nextInt(-50, 50), 1 + random.nextInt(3));
          slices.put(page, name, new CounterState(some, second(1), Map.of(), PendingFacts.NONE, 0));
          all.merge(name, some, Tally::plus);
        }
      }
    }
    for (String prefix : List.of("", "page/", "none")) {
      Ranking ranking = ranking(new Ranked(votes(shards), NameRange.of(prefix), null));
      List<ListedCounter> expected =
          all.entrySet().stream()
              .filter(entry -> entry.getKey().startsWith(prefix))
              .map(entry -> new ListedCounter(entry.getKey(), entry.getValue()))
              .sorted(TopCounters.ORDER)
              .toList();
      assertThat(ranking.total()).isEqualTo(expected.size());
      assertThat(ranking.sum())
          .isEqualTo(expected.stream().map(ListedCounter::tally).reduce(Tally.ZERO, Tally::plus));
      assertThat(ranking.first())
          .isEqualTo(expected.subList(0, Math.min(Ranking.MOST, expected.size())));
    }
    assertThat(slices.largest).isLessThanOrEqualTo(RankingChunk.MOST);
    assertThat(rows.taken()).isZero();
  }

  @Test
  void aSumMayBeTheLargest_thoughItIsLargeOnNoPage() {
    int[] pages =
        LAYOUT.pagesOf(new CounterName("votes", "sum"), 2).stream().mapToInt(p -> p).toArray();
    slices.put(pages[0], "sum", state(60, 1));
    slices.put(pages[1], "sum", state(60, 1));
    for (int i = 0; i < 2_000; i++) {
      slices.put(pages[i % 2], "one" + i, state(100, 1));
    }
    Ranking ranking = ranking(sharded(2));
    assertThat(ranking.first().get(0)).isEqualTo(new ListedCounter("sum", Tally.of(120, 2)));
    assertThat(ranking.total()).isEqualTo(2_001);
  }

  private static TimeRange range(Window window) {
    return new TimeRange(window.startSecond(), window.end().epochSecond());
  }

  /** A day of a zone with half hours: minutes, hours, minutes; in states, and exported. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void ranksADayOfAZone_overAllWindowsThatItConsistsOf(int shards) {
    long midnight = Granularity.DAY.windowOf(second(0)).startSecond() - 19_800;
    TimeRange day = new TimeRange(midnight, midnight + Granularity.DAY.seconds());
    Window minute = new Window(Granularity.MINUTE, midnight + 60);
    Window hour = new Window(Granularity.HOUR, midnight + 1_800);
    Window last = new Window(Granularity.MINUTE, day.endSecond() - 60);
    Window outside = new Window(Granularity.MINUTE, day.endSecond());
    EventTime within = hour.end().plusTicks(1);
    Window open = Granularity.HOUR.windowOf(within);
    put(
        0,
        "goes on",
        within,
        Map.of(open, Tally.of(4_000, 4)),
        new PendingFacts(false, List.of(), Map.of(hour, Tally.of(30, 3))));
    slices.close(0, "goes on", minute, Tally.of(2, 2));
    slices.close(0, "goes on", hour, Tally.of(30, 3)); // pending, too
    slices.close(0, "goes on", open, Tally.of(900_000, 9)); // of a step that its state lacks
    put(0, "over", day.end().plusTicks(1), Map.of(), PendingFacts.NONE);
    for (Window window : List.of(minute, hour, last)) {
      slices.close(0, "over", window, Tally.of(500, 5));
    }
    slices.close(0, "over", outside, Tally.of(70_000, 7));
    slices.close(0, "over", new Window(Granularity.DAY, midnight + 19_800), Tally.of(80_000, 8));

    assertThat(ranking(new Ranked(votes(shards), NameRange.ALL, day)).first())
        .containsExactly(
            new ListedCounter("goes on", Tally.of(4_032, 9)),
            new ListedCounter("over", Tally.of(1_500, 15)));
  }

  /** The state has it, open or pending; or it was closed, and is found elsewhere; or nowhere. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void ranksAWindow_whereverItIs(int shards) {
    Window window = Granularity.MINUTE.windowOf(second(0));
    EventTime within = window.start();
    EventTime after = window.end().plusTicks(1);
    Tally some = Tally.of(5, 2);
    put(0, "rests", within, Map.of(window, Tally.of(7, 1)), PendingFacts.NONE);
    put(
        0,
        "pending",
        after,
        Map.of(),
        new PendingFacts(false, List.of(), Map.of(window, Tally.of(6, 1))));
    put(0, "closed", after, Map.of(), PendingFacts.NONE);
    slices.close(0, "closed", window, some);
    put(0, "never", after, Map.of(), PendingFacts.NONE);
    put(0, "before", window.start().plusTicks(-1), Map.of(), PendingFacts.NONE);
    slices.close(0, "before", window, Tally.of(1_000, 1)); // as of a step that its state lacks
    if (shards == 2) {
      put(1, "closed", within, Map.of(window, Tally.of(-9, 1)), PendingFacts.NONE);
    }
    Ranking ranking = ranking(new Ranked(votes(shards), NameRange.ALL, range(window)));
    ListedCounter closed = new ListedCounter("closed", shards == 1 ? some : Tally.of(-4, 3));
    assertThat(ranking.first())
        .containsExactly(
            new ListedCounter("rests", Tally.of(7, 1)),
            new ListedCounter("pending", Tally.of(6, 1)),
            closed);
    assertThat(ranking.total()).isEqualTo(3);
  }

  private void put(
      int page, String name, EventTime until, Map<Window, Tally> open, PendingFacts pending) {
    slices.put(page, name, new CounterState(Tally.of(99, 9), until, open, pending, 0));
  }

  @Test
  void readsClosedWindowsAfterTheStates() {
    Window window = Granularity.MINUTE.windowOf(second(0));
    put(0, "a", window.end(), Map.of(), PendingFacts.NONE);
    slices.beforeClosed = () -> slices.close(0, "a", window, Tally.of(3, 3));
    assertThat(ranking(new Ranked(votes(1), NameRange.ALL, range(window))).first())
        .containsExactly(new ListedCounter("a", Tally.of(3, 3)));
  }

  @Test
  void saysUpToWhenEverythingIsIn_alsoOfPagesAtRest() {
    assertThat(ranking(ALL).asOf()).isEqualTo(second(10));
    rankings.onHorizon(second(100));
    time.pass(SHORTEST);
    assertThat(ranking(ALL).asOf()).as("nothing was named since").isEqualTo(second(100));
    CounterName late = new CounterName("votes", "late");
    stores.events.put(late, second(90), 1);
    time.pass(SHORTEST);
    int page = LAYOUT.page(late);
    long least = LAYOUT.pagesOf(LAYOUT.part(page)).stream().mapToInt(p -> p).min().orElseThrow();
    assertThat(ranking(ALL).asOf()).isEqualTo(second(10 + least));
  }

  /** A step between the two is in the counts, and not in {@code asOf}. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void readsTheHeaderOfAPageSerially_beforeItsCounters(int shards) {
    slices.beforePage =
        page -> {
          slices.put(page, "a", state(5, 5));
          stores.pages.settled(page, second(50), Map.of());
        };
    Ranking ranking = ranking(sharded(shards));
    assertThat(ranking.total()).isPositive();
    assertThat(ranking.asOf()).isEqualTo(second(10));
    assertThat(headersRead())
        .hasSize(LAYOUT.pages())
        .containsOnly(ScriptedPageStore.Call.READ_SERIAL);
  }

  private List<ScriptedPageStore.Call> headersRead() {
    return stores.pages.script.calls();
  }

  /** Neither where a page is settled as usual, nor where much is left to be settled. */
  @Test
  void asksWhatWasNamed_onlyWhereAPageMayBeAtRest() {
    for (long horizon : List.of(15L, 13L + EventPartition.HOUR_SECONDS + 1)) {
      rankings.onHorizon(second(horizon));
      assertThat(ranking(ALL).asOf()).isEqualTo(second(10));
      assertThat(stores.directory.script.calls()).isEmpty();
      time.pass(SHORTEST);
    }
  }

  @Test
  void ofPagesThatWereNeverSettled_allThatIsNamedCounts() {
    Rankings some = rankings(new Layout(8, 2, 42, Duration.ofMinutes(1)), rows);
    some.onHorizon(second(100));
    CounterName early = new CounterName("votes", "early");
    assertThat(value(some.top(ALL)).asOf()).as("nothing is").isEqualTo(second(100));
    stores.events.put(early, second(1), 1);
    time.pass(SHORTEST);
    assertThat(value(some.top(ALL)).asOf()).isEqualTo(EventTime.MIN);
  }

  @ParameterizedTest
  @CsvSource({"1, false", "4, false", "1, true", "4, true"})
  void holdsNoMoreThanItsPartOfTheRows(int shards, boolean ofWindow) {
    Window window = Granularity.MINUTE.windowOf(second(0));
    RowShare few = new RowShare(6_000);
    for (int i = 0; i < 1_000; i++) {
      for (int page = 0; page < LAYOUT.pages(); page++) {
        put(page, "c" + i, window.start(), Map.of(window, Tally.of(1, 1)), PendingFacts.NONE);
      }
    }
    slices.holds = true;
    CompletionStage<Ranking> made =
        rankings(LAYOUT, few)
            .top(new Ranked(votes(shards), NameRange.ALL, ofWindow ? range(window) : null));
    time.passMillis(0);
    assertThat(few.taken()).isEqualTo(3_000);
    slices.release();
    assertThat(value(made).total()).isEqualTo(shards == 1 ? 4_000 : 1_000);
    int asRead = slices.mostAtOnce * slices.largest * (ofWindow ? RankingChunk.STATE_ROWS : 1);
    int left = shards == 1 ? 0 : LAYOUT.pages() * slices.largest / 2;
    assertThat(Ranking.MOST + asRead + left).isBetween(2_800, 3_000);
    assertThat(few.taken()).isZero();
  }

  @Test
  void isRefused_whereItWouldHoldTooMuch() {
    RowShare few = new RowShare(6_000);
    Rankings some = rankings(new Layout(512, 2, 42, Duration.ofMinutes(1)), few);
    CompletionStage<Ranking> many = some.top(sharded(2));
    assertThat(Done.failure(many))
        .matches(StoreUnavailable::isBusy)
        .hasMessageContaining("memory")
        .hasMessageContaining("512 pages");
    assertThat(value(some.top(ALL)).total()).isZero();
  }

  @Test
  void twoAreMadeAtOnce_andOthersWaitForRoom_butNotForLong() {
    slices.holds = true;
    List<CompletionStage<Ranking>> made = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      made.add(rankings.top(prefixed("p" + i)));
    }
    time.passMillis(0);
    assertThat(rows.taken()).isEqualTo(rows.rows());
    assertThat(rows.waiting()).isEqualTo(2);
    time.passMillis(2_000);
    for (CompletionStage<Ranking> late : made.subList(2, 4)) {
      assertThat(Done.failure(late)).matches(StoreUnavailable::isBusy);
    }
    CompletionStage<Ranking> next = rankings.top(prefixed("p3"));
    slices.release();
    time.passMillis(0);
    slices.release();
    value(made.get(0));
    value(made.get(1));
    assertThat(value(next).total()).isZero();
    assertThat(rows.taken()).isZero();
  }

  @Test
  void anOlderOneServes_whereThereIsNoRoomForAnother() {
    slices.put(0, "a", state(1, 1));
    Ranking before = ranking(ALL);
    time.pass(SHORTEST);
    slices.holds = true;
    for (int i = 0; i < Rankings.MOST_AT_ONCE; i++) {
      rankings.top(prefixed("p" + i));
    }
    CompletionStage<Ranking> again = rankings.top(ALL);
    time.passMillis(2_000);
    assertThat(value(again)).isSameAs(before);
  }

  @Test
  void isMadeOnceForAllWhoAsk_andServesForAWhile() {
    slices.put(0, "a", state(1, 1));
    slices.holds = true;
    CompletionStage<Ranking> first = rankings.top(ALL);
    CompletionStage<Ranking> second = rankings.top(ALL);
    time.passMillis(200);
    slices.release();
    assertThat(value(second)).isSameAs(value(first));
    assertThat(slices.mostAtOnce).isLessThanOrEqualTo(RankingPace.AT_ONCE);
    slices.holds = false;
    int queries = slices.queries;
    slices.put(0, "a", state(2, 2));

    // four queries of 200 ms side by side: a twentieth of the time is 4 s
    time.passMillis(3_900);
    assertThat(value(rankings.top(ALL))).isSameAs(value(first));
    assertThat(slices.queries).isEqualTo(queries);
    time.passMillis(200);
    assertThat(ranking(ALL).first()).containsExactly(new ListedCounter("a", Tally.of(2, 2)));
  }

  @Test
  void whatTookLong_isNotMadeAgainInOtherWays() {
    slices.put(0, "a", state(1, 1));
    Ranking before = ranking(ALL);
    time.pass(SHORTEST);
    slices.holds = true;
    CompletionStage<Ranking> slow = rankings.top(prefixed("a"));
    time.pass(Duration.ofMinutes(1));
    slices.release();
    value(slow);
    slices.holds = false;

    assertThat(ranking(ALL)).as("an older one serves").isSameAs(before);
    assertThat(Done.failure(rankings.top(prefixed("b")))).isInstanceOf(StoreUnavailable.class);
    time.pass(Duration.ofMinutes(20));
    assertThat(ranking(ALL)).isNotSameAs(before);
  }

  @Test
  void fails_andTriesAgain_whereAPageCannotBeRead() {
    slices.down = true;
    CompletionStage<Ranking> failed = rankings.top(ALL);
    time.passMillis(0);
    assertThat(Done.failure(failed)).isInstanceOf(StoreUnavailable.class);
    assertThat(rows.taken()).isZero();
    slices.down = false;
    assertThat(ranking(ALL).total()).isZero();
  }

  @Test
  void keepsTheRankingsThatWereAskedForLast_andNoMore() {
    List<Ranked> asked = new ArrayList<>();
    for (int i = 0; i < 3 * Rankings.MOST_KEPT; i++) {
      asked.add(prefixed("p" + i));
      ranking(asked.get(i));
    }
    assertThat(rankings.kept()).isEqualTo(Rankings.MOST_KEPT);
    int queries = slices.queries;
    ranking(asked.get(asked.size() - 1));
    assertThat(slices.queries).isEqualTo(queries);
  }

  @Test
  void keepsNoMoreCountersThanTheyMayHaveTogether() {
    Namespace named = Namespace.of("named", "named");
    for (int i = 0; i < Ranking.MOST; i++) {
      CounterName counter = new CounterName("named", "c".repeat(30) + i);
      values.put(counter.name(), Tally.of(i, 1));
      Done.value(stores.names.enter(LAYOUT.part(LAYOUT.page(counter)), List.of(counter)));
    }
    for (int kept = 1; kept <= 30; kept++) {
      Ranking all = ranking(new Ranked(named, NameRange.of("c".repeat(kept)), null));
      assertThat(all.first()).hasSize(Ranking.MOST);
      assertThat(rankings.kept()).isEqualTo(Math.min(kept, 20));
    }
  }

  @Test
  void addsSupplements_ofStepsThatTheStateKnows_eachOnce() {
    Window window = Granularity.MINUTE.windowOf(second(0));
    EventTime until = window.end().plusTicks(5);
    slices.put(
        0,
        "a",
        new CounterState(
            Tally.of(9, 9),
            until,
            Map.of(),
            Map.of(window, Tally.of(1, 1), window.next(), Tally.of(1_000, 1)),
            new PendingFacts(false, List.of(), Map.of(), Map.of(window, Tally.of(20, 2))),
            true,
            0));
    slices.close(0, "a", window, Tally.of(300, 3));
    slices.supplement(0, "a", window, until.plusTicks(-1), Tally.of(4_000, 4));
    slices.supplement(0, "a", window, until, Tally.of(20, 2)); // still pending, too
    slices.supplement(0, "a", window, until.plusTicks(1), Tally.of(50_000, 5));
    slices.put(
        0,
        "b",
        new CounterState(Tally.of(9, 9), until, Map.of(), Map.of(), PendingFacts.NONE, true, 0));
    slices.supplement(0, "b", window, until, Tally.of(7, 7));

    assertThat(ranking(new Ranked(votes(1), NameRange.ALL, range(window))).first())
        .containsExactly(
            new ListedCounter("a", Tally.of(4_321, 10)), new ListedCounter("b", Tally.of(7, 7)));
  }

  private static Ranked few(Namespace namespace, NameRange names, List<Long> bounds) {
    return new Ranked(namespace, names, bounds, "", 2);
  }

  private List<Ranking> together(List<Ranked> all) {
    return value(rankings.together(new Ranked.Together(all)));
  }

  /** Namespaces of all sizes, so that chunks end within and between them; one with lives. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void ranksSeveralNamespaces_inOneReadingOfThePages(int shards) {
    Random random = new Random(shards);
    List<Ranked> asked = new ArrayList<>();
    List<Ranking> alone = new ArrayList<>();
    for (String name : List.of("votes", "b", "empty", "aa", "a", "votes-2")) {
      Namespace namespace = TestNamespaces.sharded(Namespace.of(name, "event"), shards);
      int size = name.equals("empty") ? 0 : name.equals("b") ? 5_000 : 700;
      for (int i = 0; i < size; i++) {
        for (int page = 0; page < shards; page++) {
          CounterName counter = new CounterName(name, "c" + i);
          slices.put((i + page) % LAYOUT.pages(), counter, state(random.nextInt(50), 1));
        }
      }
      asked.add(few(namespace, NameRange.ALL, List.of()));
    }
    int before = slices.queries;
    List<Ranking> found = together(asked);
    int queries = slices.queries - before;
    for (Ranked one : asked) {
      alone.add(ranking(new Ranked(one.namespace(), NameRange.ALL, List.of(), "", 3)));
    }
    assertThat(found.stream().map(Ranking::total))
        .containsExactly(700L, 5_000L, 0L, 700L, 700L, 700L);
    assertThat(ranking(asked.get(1))).as("kept").isEqualTo(found.get(1));
    for (int i = 0; i < asked.size(); i++) {
      Ranking other = alone.get(i);
      assertThat(found.get(i).sum()).isEqualTo(other.sum());
      assertThat(found.get(i).first())
          .isEqualTo(other.first().subList(0, Math.min(2, other.first().size())));
    }
    assertThat(queries).isLessThan(slices.queries - before - queries);
  }

  /** More than a run has memory for: their counters would take twelve tenths of its rows. */
  @Test
  void ranksMoreNamespacesThanFitIntoMemory_inSeveralRuns() {
    List<Ranked> asked = new ArrayList<>();
    for (int i = 0; i < 1_200; i++) {
      slices.put(i % LAYOUT.pages(), new CounterName("n" + i, "c"), state(i, 1));
      Namespace namespace = TestNamespaces.sharded(Namespace.of("n" + i, "event"), 1);
      asked.add(new Ranked(namespace, NameRange.ALL, List.of(), "", Ranking.FEW));
    }
    List<Ranking> found = together(asked);
    for (int i = 0; i < asked.size(); i++) {
      assertThat(found.get(i).sum()).isEqualTo(Tally.of(i, 1));
    }
  }

  @Test
  void addsUpEachRange_andRanksByTheLast() {
    Window window = Granularity.MINUTE.windowOf(second(0));
    Window next = window.next();
    Window last = next.next();
    put(0, "a", last.end(), Map.of(), PendingFacts.NONE);
    put(0, "b", last.start(), Map.of(last, Tally.of(7, 1)), PendingFacts.NONE);
    slices.close(0, "a", window, Tally.of(3, 3));
    slices.close(0, "b", window, Tally.of(4, 1));
    slices.close(0, "a", next, Tally.of(90, 9));
    List<Long> bounds =
        List.of(
            window.startSecond(), next.startSecond(), last.startSecond(), last.end().epochSecond());
    Ranking ranking = ranking(few(votes(1), NameRange.ALL, bounds));
    assertThat(ranking.ranges().stream().map(WindowAnswer::value))
        .containsExactly(Tally.of(7, 4), Tally.of(90, 9), Tally.of(7, 1));
    assertThat(ranking.first()).containsExactly(new ListedCounter("b", Tally.of(7, 1)));
    assertThat(ranking.sum()).isEqualTo(Tally.of(7, 1));
    assertThat(ranking.total()).isEqualTo(1);
  }

  @Test
  void leavesOutPurgedLives_whicheverNamespaceTheyAreOf() {
    CounterLives.Purge purge = new CounterLives.Purge(1, CounterLives.NameDigest.of("a"), 1);
    Namespace purged = votes(1).purged(purge).knowing(CounterLives.NONE.with(List.of(purge)));
    slices.put(0, new CounterName("votes", 0, 0, "a"), state(1_000, 1));
    slices.put(0, new CounterName("votes", 0, 1, "a"), state(2, 1));
    slices.put(0, new CounterName("votes", 0, 0, "b"), state(3, 1));
    slices.put(0, new CounterName("other", "a"), state(4, 1));
    List<Ranking> found =
        together(
            List.of(
                few(purged, NameRange.ALL, List.of()),
                few(Namespace.of("other", "event"), NameRange.ALL, List.of())));
    assertThat(found.stream().map(Ranking::sum)).containsExactly(Tally.of(5, 2), Tally.of(4, 1));
  }
}
