package io.quipu.engine.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.query.QueryMessages.Range;
import io.quipu.engine.query.QueryMessages.WindowCounts;
import io.quipu.engine.state.Tally;
import io.quipu.engine.state.WindowCount;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Reads that find no room for their rows. */
class TailRowsTest extends QueryFixture {
  private static final int FOREVER = DeduplicationWindow.FOREVER;

  /** Most that one read may hold, of which it begins with 500. */
  private static final int MOST = 2_000;

  private final RowShare few = new RowShare(2 * MOST);
  private final TailRows narrow = rows(few);
  private final PageReads pages =
      new PageReads(stores.all(), reads.rules, stores.layout, narrow, time, time);
  private final Counting bounded =
      new Counting(pages, time, new QueryMeters(new SimpleMeterRegistry()));

  private void record(int ids, long second) {
    for (int i = 0; i < ids; i++) {
      stores.events.put(A, second(second).plusTicks(i), 1, second + "-" + i, FOREVER);
    }
  }

  private void settleTo(long second) {
    settle(second);
    states.passed(page, second(second));
    time.passMillis(0);
  }

  private CompletionStage<Answer> count() {
    CompletionStage<Answer> answer = bounded.counts(List.of(one(A))).thenApply(all -> all.get(0));
    time.passMillis(0);
    return answer;
  }

  private static Tally total(CompletionStage<Answer> answer) {
    return ((Count) Done.value(answer)).total();
  }

  /** As many as without larger pages: those are held, too. */
  @Test
  void areAsManyAsARoomyShareHas_howeverLargeThePages() {
    RowShare roomy = new RowShare(20_000);
    record(9_000, 1);
    CompletionStage<Answer> answer =
        new Counting(
                new PageReads(stores.all(), reads.rules, stores.layout, rows(roomy), time, time),
                time,
                new QueryMeters(new SimpleMeterRegistry()))
            .counts(List.of(one(A)))
            .thenApply(all -> all.get(0));
    time.passMillis(0);
    assertThat(total(answer)).isEqualTo(Tally.of(9_000, 9_000));
    assertThat(stores.events.pages).contains(2_000);
    assertThat(roomy.taken()).isZero();
  }

  @Test
  void areReadInSmallPages_whereFewAreFree() {
    record(MOST - 500, 1);
    assertThat(total(count())).isEqualTo(Tally.of(MOST - 500, MOST - 500));
    assertThat(stores.events.pages).containsOnly(500);
  }

  @Test
  void waitWithoutRows_untilTheirPageHasSettledWhatTheySaw_andBeginAnew() {
    record(MOST, 1);
    record(MOST / 2, 10);
    CompletionStage<Answer> answer = count();
    CompletionStage<List<WindowCount>> windows = windows();
    time.pass(Duration.ofSeconds(5));
    assertThat(answer.toCompletableFuture()).isNotDone();
    assertThat(windows.toCompletableFuture()).isNotDone();
    assertThat(few.taken()).isZero();
    assertThat(hastened).contains(page);
    put(11, 7);
    settleTo(2);
    assertThat(total(answer)).isEqualTo(Tally.of(3_007, 3_001));
    assertThat(sum(Done.value(windows))).isEqualTo(Tally.of(3_007, 3_001));
    assertThat(few.taken()).isZero();
  }

  private static Tally sum(List<WindowCount> windows) {
    return windows.stream().map(WindowCount::tally).reduce(Tally.ZERO, Tally::plus);
  }

  private CompletionStage<List<WindowCount>> windows() {
    Window first = Granularity.HOUR.windowOf(start);
    CompletionStage<List<WindowCount>> answer =
        new WindowCounting(pages, stores.windows, ended -> {})
            .count(Range.of(one(A), first, first), EventTime.MIN)
            .thenApply(WindowCounts::windows);
    time.passMillis(0);
    return answer;
  }

  @Test
  void waitAgain_whereMoreCameThanWasSettled() {
    record(MOST, 1);
    record(MOST, 10);
    CompletionStage<Answer> answer = count();
    settleTo(2);
    time.passMillis(500);
    assertThat(answer.toCompletableFuture()).isNotDone();
    settleTo(11);
    assertThat(total(answer)).isEqualTo(Tally.of(2 * MOST, 2 * MOST));
  }

  @Test
  void waitInTurn_whereOthersHoldTheRoom_andHoldNothingMeanwhile() {
    RowShare.Held others = Done.value(few.on(time).take(MOST + 500));
    record(600, 1);
    CompletionStage<Answer> first = count();
    CompletionStage<Answer> second = count();
    time.pass(Duration.ofSeconds(1));
    assertThat(first.toCompletableFuture()).isNotDone();
    assertThat(second.toCompletableFuture()).isNotDone();
    assertThat(few.taken()).isEqualTo(MOST + 500);
    assertThat(few.waiting()).isEqualTo(2);
    others.close();
    time.passMillis(0);
    assertThat(total(first)).isEqualTo(Tally.of(600, 600));
    assertThat(total(second)).isEqualTo(Tally.of(600, 600));
    assertThat(few.taken()).isZero();
  }

  @Test
  void areRefused_whenTheirPatienceEnds() {
    record(MOST, 1);
    CompletionStage<Answer> answer = count();
    time.pass(Duration.ofSeconds(10));
    assertThat(Done.failure(answer))
        .isInstanceOf(StoreUnavailable.class)
        .hasMessageContaining("Too many events wait to be settled");
    assertThat(few.taken()).isZero();
    assertThat(time.waiting()).isZero();
  }

  @Test
  void areRefusedAtOnce_whereTooManyWaitForPages() {
    for (int i = 0; i < TailRows.MOST_WAITING; i++) {
      assertThat(tooLong().toCompletableFuture()).isNotDone();
    }
    assertThat(Done.failure(tooLong())).isInstanceOf(StoreUnavailable.class);
    time.pass(Duration.ofSeconds(10));
    assertThat(tooLong().toCompletableFuture()).as("the others have given up").isNotDone();
  }

  private CompletionStage<Void> tooLong() {
    return narrow.with(
        narrow.patienceEnds(),
        0,
        room -> {
          throw room.tooMany(page, A, second(5), 1);
        });
  }

  @Test
  void failAtOnce_whereSomethingElseIsWrong() {
    record(MOST, 1);
    stores.pages.script.down(page, true);
    assertThat(Done.failure(count())).isInstanceOf(StoreUnavailable.class);
  }
}
