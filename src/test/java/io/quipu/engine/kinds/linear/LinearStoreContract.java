package io.quipu.engine.kinds.linear;

import static io.quipu.engine.time.Noon.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A counter changes from one version to the next, with its ids, or not at all. */
public abstract class LinearStoreContract {
  private static final long IDS_PER_PERIOD = 3;

  /** For as long as this a process has known any period of ids. */
  private static final Duration LONG = Duration.ofDays(1);

  private static int counters;

  private final UUID writer = UUID.randomUUID();
  private final CounterName counter = new CounterName("stock", "a/b \u2603 " + counters++);
  private LinearStore store;
  private long sequence;

  /** The store to be tested. */
  protected abstract LinearStore linear();

  protected abstract <T> T await(CompletionStage<T> stage);

  @BeforeEach
  void openStore() {
    store = linear();
  }

  @Test
  void aCounterThatWasNeverChangedIsZero() {
    isStored(LinearState.NONE);
    assertThat(await(store.remembered(counter, List.of("a")))).isEmpty();
  }

  @Test
  void aStepIsStoredAsItIs() {
    LinearState first = advance(LinearState.NONE, event(5, null));
    isStored(first);
    assertThat(first.count()).isEqualTo(5);

    LinearState second = advance(first, event(-7, null), event(1, null));
    isStored(second);
    assertThat(second.count()).isEqualTo(-1);
    assertThat(second.events()).isEqualTo(3);
    assertThat(second.applied()).containsExactly(new AppliedAttempt(writer, 2, 2));
  }

  @Test
  void theLargestAndTheSmallestCountAreStored() {
    LinearState large = LinearState.NONE;
    for (long count : List.of(Long.MAX_VALUE, Long.MIN_VALUE)) {
      LinearState next =
          new LinearState(
              large.version() + 1,
              count,
              large.events() + 1,
              large.events(),
              new IdPeriod(0, 0, 7),
              large.version() == 0 ? null : NOON.plusTicks(-3),
              NOON,
              large.applied(),
              true,
              new LinearWindows(
                  Map.of(new Window(Granularity.DAY, 0), Tally.of(7, 3)),
                  Map.of(new Window(Granularity.MINUTE, -60), Tally.of(-7, -3))));
      assertThat(take(new LinearStep(large, next, List.of()))).isEqualTo(CasOutcome.APPLIED);
      isStored(next);
      large = next;
    }
  }

  @Test
  void aStepStartsOnlyFromTheVersionBeforeIt() {
    LinearState first = advance(LinearState.NONE, event(1, "a"));
    LinearStep late = step(LinearState.NONE, event(10, "b"));
    LinearStep early = step(advance(first, event(1, "c")), event(10, "d"));
    LinearState now = early.before();

    assertThat(take(late)).isEqualTo(CasOutcome.REFUSED);
    assertThat(take(step(first, event(10, "b")))).isEqualTo(CasOutcome.REFUSED);
    isStored(now);
    assertThat(await(store.remembered(counter, List.of("b", "d")))).isEmpty();

    assertThat(take(early)).isEqualTo(CasOutcome.APPLIED);
    assertThat(take(early)).isEqualTo(CasOutcome.REFUSED);
    isStored(early.next());
  }

  @Test
  void idsAreRememberedWithTheStep() {
    LinearStep step =
        step(LinearState.NONE, new Event(5, 1_000_000, "a"), event(-2, "snow \u2603"));
    assertThat(take(step)).isEqualTo(CasOutcome.APPLIED);

    Map<String, RememberedEvent> found =
        await(store.remembered(counter, List.of("snow \u2603", "b", "a")));
    assertThat(found.values()).containsExactlyInAnyOrderElementsOf(step.remembered());
    assertThat(found.get("a").count()).isEqualTo(5);
    assertThat(found.get("snow \u2603").count()).isEqualTo(3);
    assertThat(await(store.rememberedSerial(counter, List.of("snow \u2603", "b", "a"))))
        .isEqualTo(found);
    assertThat(await(store.remembered(counter, List.of()))).isEmpty();
  }

  @Test
  void anIdIsRemembered_untilAPeriodOfLaterOnesIs() {
    LinearState state = LinearState.NONE;
    for (int id = 0; id < 20; id++) {
      state = advance(state, event(1, "id-" + id));
      List<String> all = IntStream.rangeClosed(0, id).mapToObj(each -> "id-" + each).toList();
      List<String> owed = all.subList(Math.max(0, id + 1 - (int) IDS_PER_PERIOD), id + 1);
      Map<String, RememberedEvent> found = await(store.remembered(counter, all));
      assertThat(found).containsKeys(owed.toArray(String[]::new));
      assertThat(found.size()).isLessThanOrEqualTo(2 * (int) IDS_PER_PERIOD);
    }
    isStored(state);
  }

  /** The number is that of the settings when a step is made; they may change between any two. */
  @Test
  void ofAsManyLaterIdsAsTheSettingsSay_noneIsForgotten_howeverManyAStepHas() {
    Random random = new Random(7);
    LinearState state = LinearState.NONE;
    List<String> all = new ArrayList<>();
    long least = 3;
    for (int step = 0; step < 60; step++) {
      least = random.nextInt(4) == 0 ? 1 + random.nextInt(12) : least;
      List<Event> events = new ArrayList<>();
      for (int more = 1 + random.nextInt(7); more > 0; more--) {
        events.add(event(1, "id-" + all.size()));
        all.add("id-" + all.size());
      }
      LinearStep next = step(state, least, events);
      Map<String, RememberedEvent> before = await(store.remembered(counter, all));
      assertThat(take(next)).isEqualTo(CasOutcome.APPLIED);
      state = next.next();

      Map<String, RememberedEvent> found = await(store.remembered(counter, all));
      for (int id = Math.max(0, all.size() - (int) least); id < all.size(); id++) {
        boolean wasThere = id >= all.size() - events.size() || before.containsKey(all.get(id));
        assertThat(found.containsKey(all.get(id)))
            .as("%s of %s", id, all.size())
            .isEqualTo(wasThere);
      }
      if (!next.endsPeriod()) {
        assertThat(found).containsAllEntriesOf(before);
      }
    }
    isStored(state);
    assertThat(state.ids().number()).isGreaterThan(10);
  }

  @Test
  void asManyIdsAsAStepMayHaveAreStored_andAskedForAtOnce() {
    List<String> ids =
        IntStream.range(0, LinearStore.MOST_IDS).mapToObj(id -> "x".repeat(252) + id).toList();
    LinearState next =
        advance(LinearState.NONE, ids.stream().map(id -> event(1, id)).toArray(Event[]::new));
    isStored(next);
    assertThat(await(store.remembered(counter, ids))).hasSize(LinearStore.MOST_IDS);
    assertThat(await(store.rememberedSerial(counter, ids))).hasSize(LinearStore.MOST_IDS);
  }

  @Test
  void asManyWritersAsAreKeptAreStored() {
    LinearState state = LinearState.NONE;
    for (int i = 1; i <= LinearState.WRITERS_KEPT + 3; i++) {
      LinearFold fold = new LinearFold(state, Map.of(), NOON, writer, rule(IDS_PER_PERIOD), LONG);
      fold.add(new Increment(counter, Bounds.NONE, List.of(Event.ONE)));
      LinearStep step = fold.step(new UUID(0, i), Long.MAX_VALUE - i);
      assertThat(take(step)).isEqualTo(CasOutcome.APPLIED);
      state = step.next();
    }
    isStored(state);
    assertThat(state.applied()).hasSize(LinearState.WRITERS_KEPT);
  }

  @Test
  void countersAreApart() {
    advance(LinearState.NONE, event(1, "a"));
    CounterName other = new CounterName("stocks", counter.name());

    assertThat(await(store.readSerial(other))).isEqualTo(LinearState.NONE);
    assertThat(await(store.remembered(other, List.of("a")))).isEmpty();
  }

  @Test
  void ofManyThatStepAtOnce_atMostOneDoes() {
    List<LinearStep> steps = new ArrayList<>();
    List<CompletionStage<CasOutcome>> racing = new ArrayList<>();
    for (int delta = 1; delta <= 4; delta++) {
      LinearStep step = step(LinearState.NONE, event(delta, "id-" + delta));
      steps.add(step);
      racing.add(store.advance(counter, step));
    }
    List<CasOutcome> outcomes = racing.stream().map(this::await).toList();

    assertThat(outcomes.stream().filter(CasOutcome.APPLIED::equals).count()).isLessThanOrEqualTo(1);
    assertThat(outcomes).containsAnyOf(CasOutcome.APPLIED, CasOutcome.UNKNOWN);
    LinearState now = await(store.readSerial(counter));
    if (outcomes.contains(CasOutcome.APPLIED)) {
      assertThat(now).isEqualTo(steps.get(outcomes.indexOf(CasOutcome.APPLIED)).next());
    }
    List<String> ids = IntStream.rangeClosed(1, 4).mapToObj(delta -> "id-" + delta).toList();
    assertThat(await(store.remembered(counter, ids))).hasSize((int) now.ids().count());
  }

  private void isStored(LinearState state) {
    assertThat(await(store.read(counter))).isEqualTo(state);
    assertThat(await(store.readSerial(counter))).isEqualTo(state);
  }

  private LinearState advance(LinearState before, Event... events) {
    LinearStep step = step(before, events);
    assertThat(take(step)).isEqualTo(CasOutcome.APPLIED);
    return step.next();
  }

  private CasOutcome take(LinearStep step) {
    return await(store.advance(counter, step));
  }

  private LinearStep step(LinearState before, Event... events) {
    return step(before, IDS_PER_PERIOD, List.of(events));
  }

  private LinearStep step(LinearState before, long ids, List<Event> events) {
    LinearFold fold = new LinearFold(before, Map.of(), NOON, writer, rule(ids), LONG);
    for (Event event : events) {
      fold.add(new Increment(counter, Bounds.NONE, List.of(event)));
    }
    return fold.step(writer, ++sequence);
  }

  private static LinearRule rule(long ids) {
    return new LinearRule(Bounds.NONE, true, ids, 0);
  }

  private static Event event(long delta, String id) {
    return new Event(delta, id);
  }
}
