package io.quipu.engine.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.kind.AcknowledgedEvents;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.state.Event;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedPageStore.Call;
import io.quipu.testing.sim.scripted.ScriptedSettledIds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VerdictReaderTest extends QueryFixture {
  private static final int FOREVER = DeduplicationWindow.FOREVER;

  private final VerdictReader reader = new VerdictReader(reads, states);

  private UUID row(long second, String id, long delta, int window) {
    return stores.events.put(A, second(second), delta, id, window);
  }

  private UUID row(long second, String id, long delta) {
    return row(second, id, delta, FOREVER);
  }

  private CompletionStage<List<Verdict>> judge(
      int shards, int window, List<UUID> rows, List<String> ids, List<Long> deltas) {
    List<Event> events =
        IntStream.range(0, ids.size()).mapToObj(i -> new Event(deltas.get(i), ids.get(i))).toList();
    return reader.judge(new AcknowledgedEvents(A, shards, window, rows, events));
  }

  private CompletionStage<List<Verdict>> judge(UUID row, String id, long delta, int window) {
    return judge(1, window, List.of(row), Arrays.asList(id), List.of(delta));
  }

  private CompletionStage<List<Verdict>> judge(UUID row, String id, long delta) {
    return judge(row, id, delta, FOREVER);
  }

  @Test
  void waitsUntilTheEventIsSettled_andAsksForIt() {
    UUID row = row(1, "x", 1);
    CompletionStage<List<Verdict>> answer = judge(row, "x", 1);
    time.passMillis(500);
    assertThat(answer.toCompletableFuture()).isNotDone();
    assertThat(hastened).contains(page);
    settle(1);
    time.passMillis(100);
    assertThat(answer.toCompletableFuture()).as("settled up to it, not past it").isNotDone();
    settle(2);
    time.passMillis(100);
    assertThat(value(answer)).containsExactly(Verdict.COUNTED);
    int looks = stores.pages.script.calls().size();
    time.pass(Duration.ofSeconds(10));
    assertThat(stores.pages.script.calls()).as("nobody waits any more").hasSize(looks);
    assertThat(time.waiting()).isZero();
  }

  @Test
  void isWokenByAHint() {
    CompletionStage<List<Verdict>> answer = judge(row(1, "x", 1), "x", 1);
    settle(2);
    states.passed(page + 1, second(2));
    states.passed(page, second(1));
    assertThat(answer.toCompletableFuture()).isNotDone();
    states.passed(page, second(2));
    assertThat(value(answer)).containsExactly(Verdict.COUNTED);
  }

  @Test
  void waitsOn_whenAnotherAnswerIsNotThatFar() {
    CompletionStage<List<Verdict>> answer = judge(row(1, "x", 1), "x", 1);
    // A step that one replica has, and the answer to the question does not.
    states.passed(page, second(2));
    assertThat(answer.toCompletableFuture()).isNotDone();
    settle(2);
    time.passMillis(100);
    assertThat(value(answer)).containsExactly(Verdict.COUNTED);
  }

  @Test
  void looksAtAPageOnce_howeverManyWaitForIt_andReadsThemTogether() {
    List<CompletionStage<List<Verdict>>> answers = new ArrayList<>();
    for (CounterName counter : neighbours(50)) {
      UUID row = stores.events.put(counter, second(1), 1, "x", FOREVER);
      answers.add(
          reader.judge(
              new AcknowledgedEvents(
                  counter, 1, FOREVER, List.of(row), List.of(new Event(1, "x")))));
    }
    stores.pages.script.calls().clear();
    time.passMillis(300);
    assertThat(stores.pages.script.calls(Call.READ)).isEqualTo(3);
    settle(2);
    stores.pages.script.calls().clear();
    time.passMillis(100);
    assertThat(stores.pages.script.calls(Call.READ)).as("header, then all states").isEqualTo(2);
    answers.forEach(answer -> assertThat(value(answer)).containsExactly(Verdict.COUNTED));
  }

  @Test
  void waitsOn_whileThePageCannotBeRead() {
    CompletionStage<List<Verdict>> answer = judge(row(1, "x", 1), "x", 1);
    stores.pages.script.next(Call.READ, Fate.UNAVAILABLE);
    time.passMillis(100);
    settle(2);
    stores.pages.script.next(Call.READ, Fate.ANSWERED, Fate.UNAVAILABLE);
    time.passMillis(100);
    assertThat(answer.toCompletableFuture()).isNotDone();
    time.passMillis(200);
    assertThat(value(answer)).containsExactly(Verdict.COUNTED);
  }

  @Test
  void tellsDuplicatesFromConflicts() {
    UUID first = row(1, "x", 1);
    settle(2);
    assertThat(value(judge(first, "x", 1))).containsExactly(Verdict.COUNTED);
    UUID again = row(3, "x", 1);
    UUID other = row(4, "x", 2);
    UUID anonymous = row(5, "anonymous", 9);
    settle(6);
    time.passMillis(100);
    assertThat(value(judge(first, "x", 1))).containsExactly(Verdict.COUNTED);
    assertThat(
            value(
                judge(
                    1,
                    FOREVER,
                    List.of(again, other, anonymous),
                    Arrays.asList("x", "x", null),
                    List.of(1L, 2L, 9L))))
        .containsExactly(Verdict.DUPLICATE, Verdict.CONFLICT, Verdict.COUNTED);
  }

  @Test
  void looksNothingUp_thatTheLastStepHasCounted() {
    UUID first = row(1, "x", 1);
    settle(2);
    stores.ids.script.calls().clear();
    assertThat(value(judge(first, "x", 1))).containsExactly(Verdict.COUNTED);
    assertThat(stores.ids.script.calls()).isEmpty();
    row(3, "y", 1);
    settle(4);
    stores.ids.script.calls().clear();
    assertThat(value(judge(first, "x", 1))).containsExactly(Verdict.COUNTED);
    assertThat(stores.ids.script.calls()).containsExactly(ScriptedSettledIds.Call.READ);
  }

  @Test
  void tellsEachRowApart_whenTheWindowPassedWithinOneStep() {
    UUID first = row(1, "x", 1, 2);
    UUID second = row(2, "x", 1, 2);
    UUID third = row(3, "x", 1, 2);
    settle(4);
    List<UUID> rows = List.of(first, second, third);
    assertThat(value(judge(1, 2, rows, List.of("x", "x", "x"), List.of(1L, 1L, 1L))))
        .containsExactly(Verdict.COUNTED, Verdict.DUPLICATE, Verdict.COUNTED);
  }

  @Test
  void goesByTheShorterWindow_whenTheSettingWasChanged() {
    row(1, "shortened", 1);
    row(2, "lengthened", 1, 2);
    settle(3);
    UUID shortened = row(5, "shortened", 1, 2);
    UUID lengthened = row(6, "lengthened", 1);
    settle(7);
    assertThat(stores.pages.stored(page, A).total().events()).isEqualTo(4);
    assertThat(value(judge(shortened, "shortened", 1, 2))).containsExactly(Verdict.COUNTED);
    assertThat(value(judge(lengthened, "lengthened", 1))).containsExactly(Verdict.COUNTED);
  }

  @Test
  void asksThePageOfEachId() {
    List<String> ids = IntStream.range(0, 20).mapToObj(i -> "id" + i).toList();
    List<UUID> rows = new ArrayList<>();
    ids.forEach(id -> rows.add(stores.put(A, 4, second(1 + rows.size()), 1, id)));
    settle(5);
    stores.pages.script.calls().clear();
    CompletionStage<List<Verdict>> answer =
        judge(4, FOREVER, rows, ids, Collections.nCopies(20, 1L));
    assertThat(answer.toCompletableFuture()).isNotDone();
    assertThat(stores.pages.script.calls(Call.READ)).isEqualTo(4);
    settle(60);
    time.passMillis(100);
    assertThat(value(answer)).hasSize(20).containsOnly(Verdict.COUNTED);
  }

  @Test
  void waitsForAllPages_whereNobodyKnowsOnWhichTheEventIs() {
    UUID row = put(RetentionClass.USUAL, 2, 1, 1);
    for (Integer one : stores.layout.pagesOf(A, 4).subList(0, 3)) {
      stores.pages.settled(one, second(2), Map.of());
    }
    CompletionStage<List<Verdict>> answer =
        judge(4, FOREVER, List.of(row), Arrays.asList((String) null), List.of(1L));
    time.passMillis(500);
    assertThat(answer.toCompletableFuture()).isNotDone();
    stores.pages.settled(stores.layout.pagesOf(A, 4).get(3), second(2), Map.of());
    time.passMillis(100);
    assertThat(value(answer)).containsExactly(Verdict.COUNTED);
  }

  @Test
  void doesNotGuess_whatIsNotRememberedAnyMore() {
    UUID row = row(1, "x", 1, 2);
    row(2, "y", 1, 2);
    settle(3);
    row(4, "z", 1, 2);
    settle(1_300);
    assertThat(value(judge(row, "x", 1, 2))).containsExactly(Verdict.COUNTED);
    row(1_301, "a", 1, 2);
    settle(2_100);
    assertThat(stores.pages.header(page).ids().gone()).isNotEmpty();
    assertThat(failure(judge(row, "x", 1, 2))).isInstanceOf(StoreUnavailable.class);
  }

  @Test
  void givesUp_whenNothingIsSettled() {
    CompletionStage<List<Verdict>> answer = judge(row(1, "x", 1), "x", 1);
    time.pass(Duration.ofSeconds(10));
    assertThat(failure(answer)).isInstanceOf(StoreUnavailable.class);
    assertThat(time.waiting()).isZero();
  }

  @Test
  void waitsAsLongAsOtherReads() {
    TailRows patient = rows(share, Duration.ofSeconds(108));
    VerdictReader waiting =
        new VerdictReader(
            new PageReads(stores.all(), reads.rules, stores.layout, patient, time, time), states);
    UUID row = row(1, "x", 1);
    CompletionStage<List<Verdict>> answer =
        waiting.judge(
            new AcknowledgedEvents(A, 1, FOREVER, List.of(row), List.of(new Event(1, "x"))));
    time.pass(Duration.ofSeconds(107));
    assertThat(answer.toCompletableFuture()).isNotDone();
    settle(2);
    time.passMillis(100);
    assertThat(value(answer)).containsExactly(Verdict.COUNTED);
  }

  @Test
  void failsWhenItTookHalfTheCollectionWait() {
    UUID row = row(1, "x", 1);
    settle(2);
    row(3, "y", 1);
    settle(4);
    stores.ids.script.before(ScriptedSettledIds.Call.READ, () -> time.pass(Duration.ofSeconds(30)));
    assertThat(failure(judge(row, "x", 1))).isInstanceOf(StoreUnavailable.class);
    assertThat(stores.pages.header(page).until()).isNotEqualTo(EventTime.MIN);
  }
}
