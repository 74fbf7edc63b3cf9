package io.quipu.engine.live;

import static io.quipu.engine.names.TestLayout.SMALL;
import static io.quipu.engine.names.TestNamespaces.known;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.live.LiveMessages.Reply;
import io.quipu.engine.live.LiveMessages.Watch;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.TestLayout;
import io.quipu.engine.query.Count;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.time.Noon;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedEventDirectory;
import io.quipu.testing.sim.scripted.ScriptedStores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RefreshersTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final CounterName B = new CounterName("votes", "b");

  private final HandDrivenTime time = new HandDrivenTime();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final LiveMeters meters = new LiveMeters(registry);
  private final List<Read> reads = new ArrayList<>();
  private final List<String> published = new ArrayList<>();
  private final List<Boolean> hintsWanted = new ArrayList<>();
  private final List<Integer> readsWhenTold = new ArrayList<>();
  private final RefreshSettings settings = RefreshSettings.DEFAULT;
  private final ScriptedStores stores = new ScriptedStores();
  private Refreshers refreshers = refreshers(settings);

  /** A read under way, which the test answers. */
  private record Read(CounterName counter, CompletableFuture<Answer> answer) {
    void is(long count) {
      answer.complete(new Count(counter, Tally.ZERO, EventTime.MIN, Tally.of(count, count)));
    }

    void fails() {
      answer.completeExceptionally(new StoreUnavailable("no quorum", null));
    }
  }

  private Refreshers refreshers(RefreshSettings with) {
    return new Refreshers(
        this::read,
        (subscriber, reading) -> published.add(subscriber + "=" + count(reading)),
        watching -> {
          hintsWanted.add(watching);
          readsWhenTold.add(reads.size());
        },
        stores.site(time, time),
        with,
        meters);
  }

  private CompletionStage<Answer> read(KnownCounter counter) {
    Read read = new Read(counter.name(), new CompletableFuture<>());
    reads.add(read);
    return read.answer;
  }

  private static KnownCounter one(CounterName counter) {
    return known(counter, 1);
  }

  private static long count(Reading reading) {
    return ((Count) reading.answer()).total().count().longValueExact();
  }

  private CompletableFuture<Reply> snapshot(String subscriber, CounterName counter) {
    return refreshers.serve(new Watch(subscriber, one(counter), true)).toCompletableFuture();
  }

  private void watch(String subscriber, CounterName counter) {
    refreshers.serve(new Watch(subscriber, one(counter), true));
  }

  /** Watches A, of which nothing is to be settled. */
  private void watchAtRest() {
    refreshers.onHorizon(time.wall());
    refreshers.start();
    watch("http-1", A);
    lastRead().is(0);
  }

  private void unwatch(String subscriber, CounterName counter) {
    refreshers.serve(new Watch(subscriber, one(counter), false));
  }

  private static Reading reading(CompletableFuture<Reply> reply) {
    return ((Reply.Snapshot) reply.getNow(null)).reading();
  }

  private void answerAllFor(Duration span) {
    for (long millis = 0; millis < span.toMillis(); millis += 10) {
      List.copyOf(reads).forEach(read -> read.is(1));
      time.passMillis(10);
    }
  }

  private Read lastRead() {
    return reads.get(reads.size() - 1);
  }

  @Test
  void measuresFromTheFirstChangeToItsCount() {
    watch("http-1", A);
    lastRead().is(5);
    refreshers.changed(A);
    // It is not read again at once.
    time.pass(settings.minInterval());
    time.passMillis(7);
    lastRead().is(6);
    // A count that nobody told of, and a change that was none, are not measured.
    time.passMillis(40_000);
    lastRead().is(7);
    refreshers.changed(A);
    time.passMillis(1_000);
    lastRead().is(7);

    Timer delay = registry.get("quipu.live.delay").timer();
    assertThat(delay.count()).isEqualTo(1);
    assertThat(delay.totalTime(TimeUnit.MILLISECONDS))
        .isEqualTo(settings.minInterval().plusMillis(7).toNanos() / 1e6);
  }

  @Test
  void readsAtOnceForTheFirstWatcher_andSaysWhenTheReadBegan() {
    CompletableFuture<Reply> snapshot = snapshot("http-1", A);
    assertThat(reads).hasSize(1);
    time.passMillis(7);
    lastRead().is(5);
    assertThat(count(reading(snapshot))).isEqualTo(5);
    assertThat(reading(snapshot).asOf()).isEqualTo(Noon.NOON.instant());
    assertThat(published).isEmpty();
  }

  @Test
  void wantsHints_fromBeforeTheFirstReadUntilNothingIsWatchedAnyMore() {
    watch("http-1", A);
    watch("http-2", A);
    watch("http-1", B);
    assertThat(hintsWanted).containsExactly(true);
    assertThat(readsWhenTold).containsExactly(0);
    unwatch("http-1", B);
    unwatch("http-1", A);
    answerAllFor(Duration.ofSeconds(1));
    assertThat(refreshers.size()).isEqualTo(1);
    assertThat(hintsWanted).containsExactly(true);
    unwatch("http-2", A);
    answerAllFor(Duration.ofSeconds(1));
    assertThat(hintsWanted).containsExactly(true, false);
    assertThat(refreshers.size()).isZero();
    watch("http-2", A);
    assertThat(hintsWanted).containsExactly(true, false, true);
  }

  @Test
  void joinsTheNextRead_neverTheOneUnderWay() {
    CompletableFuture<Reply> first = snapshot("http-1", A);
    time.passMillis(20);
    CompletableFuture<Reply> second = snapshot("http-2", A);
    lastRead().is(1);
    assertThat(first).isCompleted();
    assertThat(second).isNotDone();
    time.passMillis(30);
    assertThat(reads).hasSize(2);
    lastRead().is(2);
    assertThat(count(reading(second))).isEqualTo(2);
    assertThat(reading(second).version()).isGreaterThan(reading(first).version());
  }

  @Test
  void tellsOnlyThoseWhoWatch_andOnlyWhenItChanged() {
    watch("http-1", A);
    watch("http-1", B);
    reads.get(0).is(1);
    reads.get(1).is(1);
    time.passMillis(500);
    assertThat(reads).hasSize(4);
    reads.get(2).is(1);
    reads.get(3).is(9);
    assertThat(published).containsExactly("http-1=9");
  }

  @Test
  void tellsOfNewEvents_evenIfTheyCancelOut() {
    watch("http-1", A);
    lastRead().is(3);
    refreshers.changed(A);
    time.passMillis(50);
    lastRead().answer.complete(new Count(A, Tally.of(3, 5), EventTime.MIN, Tally.ZERO));
    assertThat(published).containsExactly("http-1=3");
  }

  @Test
  void saysNothing_whenACheckpointOnlyMovedEventsFromTheTailToTheSettledPart() {
    watch("http-1", A);
    lastRead().is(3);
    time.passMillis(500);
    lastRead().answer.complete(new Count(A, Tally.of(2, 2), EventTime.MIN, Tally.of(1, 1)));
    assertThat(published).isEmpty();
  }

  @Test
  void readsOnceMore_afterAHintThatCameDuringARead() {
    watch("http-1", A);
    lastRead().is(0);
    time.passMillis(100);
    refreshers.changed(A);
    assertThat(reads).hasSize(2);
    refreshers.changed(A);
    refreshers.changed(A);
    assertThat(reads).as("never two at once").hasSize(2);
    lastRead().is(1);
    time.passMillis(50);
    assertThat(reads).hasSize(3);
    lastRead().is(2);
    time.passMillis(50);
    assertThat(reads).as("nothing more to see").hasSize(3);
    assertThat(published).containsExactly("http-1=1", "http-1=2");
  }

  @Test
  void restsBetweenReads_howeverManyHints() {
    watch("http-1", A);
    lastRead().is(0);
    for (int i = 1; i <= 1_000; i++) {
      refreshers.changed(A);
      time.passMillis(1);
      lastRead().is(i);
    }
    assertThat(reads).hasSizeBetween(20, 21);
  }

  @Test
  void polls_soThatOtherInstancesAreHeardOf() {
    watch("http-1", A);
    lastRead().is(0);
    time.passMillis(499);
    assertThat(reads).hasSize(1);
    time.passMillis(1);
    assertThat(reads).hasSize(2);
    time.passMillis(900);
    assertThat(reads).as("a slow read is not doubled").hasSize(2);
    lastRead().is(1);
    assertThat(reads).as("the poll that fell due meanwhile").hasSize(3);
  }

  @Test
  void keepsTheLastCountAndTriesAgainLessAndLessOften_whileReadsFail() {
    watch("http-1", A);
    lastRead().is(4);
    time.passMillis(500);
    List<Long> pauses = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      lastRead().fails();
      int before = reads.size();
      long from = time.monotonicNanos();
      refreshers.changed(A);
      while (reads.size() == before) {
        time.passMillis(1);
      }
      pauses.add(Duration.ofNanos(time.monotonicNanos() - from).toMillis());
    }
    assertThat(pauses).containsExactly(100L, 200L, 400L, 800L, 1600L, 3200L, 5000L, 5000L);
    assertThat(published).isEmpty();
    lastRead().is(5);
    assertThat(published).containsExactly("http-1=5");
    time.passMillis(500);
    assertThat(lastRead().answer).as("back to the ordinary poll").isNotDone();
    assertThat(registry.get("quipu.live.refresh.failures").counter().count()).isEqualTo(8);
  }

  @Test
  void refusesASnapshot_whenItsReadFails_andStillWatches() {
    CompletableFuture<Reply> snapshot = snapshot("http-1", A);
    lastRead().fails();
    assertThat(snapshot).isCompletedExceptionally();
    time.passMillis(100);
    lastRead().is(1);
    refreshers.changed(A);
    time.passMillis(50);
    lastRead().is(2);
    assertThat(published).containsExactly("http-1=2");
  }

  @Test
  void readsNoCounterThatCannotHaveChanged_butLooksAfterAllOfThem() {
    refreshers.onHorizon(time.wall());
    refreshers.start();
    for (int i = 0; i < 100; i++) {
      watch("http-1", new CounterName("votes", "never-" + i));
    }
    answerAllFor(Duration.ofSeconds(19));
    assertThat(reads).as("once each").hasSize(100);
    answerAllFor(Duration.ofSeconds(20));
    assertThat(reads).as("and once more in a long while").hasSize(200);
    assertThat(stores.directory.script.calls(ScriptedEventDirectory.Call.LOOK))
        .as("two looks a second at each of two parts")
        .isBetween(70L * 2, 80L * 2);
  }

  @Test
  void readsACounterAtRest_asSoonAsAnotherInstanceHasAnnouncedAnEvent() {
    watchAtRest();
    time.passMillis(5_000);
    assertThat(reads).hasSize(1);
    stores.events.put(A, time.wall(), 1);
    time.passMillis(500);
    assertThat(reads).hasSize(2);
    lastRead().is(1);
    assertThat(published).containsExactly("http-1=1");
    time.passMillis(500);
    assertThat(reads).as("more may come into that partition").hasSize(3);
    refreshers.onHorizon(time.wall().plusTicks(120 * EventTime.TICKS_PER_SECOND));
    lastRead().is(1);
    time.passMillis(500);
    lastRead().is(1);
    int before = reads.size();
    time.passMillis(5_000);
    assertThat(reads).as("the horizon has passed the partition").hasSize(before);
  }

  @Test
  void readsACounterAtRest_asSoonAsOneOfItsPartsHasSomethingNew() {
    refreshers.onHorizon(time.wall());
    refreshers.start();
    refreshers.serve(new Watch("http-1", known(A, 2), true));
    watch("http-1", B);
    reads.forEach(read -> read.is(0));
    int other = SMALL.part(SMALL.page(A) + 1);
    long bucket = EventPartition.bucketOf(time.wall());
    stores.directory.nameNow(new EventPartition(RetentionClass.USUAL, bucket - 5, other));
    time.passMillis(1_000);
    assertThat(reads).as("that lies before the horizon").hasSize(2);
    stores.directory.nameNow(new EventPartition(RetentionClass.FOREVER, bucket, other));
    time.passMillis(500);
    assertThat(reads).extracting(Read::counter).contains(A).hasSize(othersToo(other));
  }

  @Test
  void readsNoCounterForWhatLiesBeforeItsOwnHorizon_thoughOthersOfThePartRestLonger() {
    int part = SMALL.part(SMALL.page(A));
    CounterName other =
        TestLayout.counters(SMALL, page -> SMALL.part(page) == part, "votes", "n")
            .findFirst()
            .orElseThrow();
    watchAtRest();
    long bucket = EventPartition.bucketOf(time.wall());
    refreshers.onHorizon(time.wall().plusTicks(60 * EventTime.TICKS_PER_SECOND));
    watch("http-1", other);
    lastRead().is(0);
    stores.directory.nameNow(new EventPartition(RetentionClass.USUAL, bucket, part));
    time.passMillis(500);
    assertThat(reads).extracting(Read::counter).containsExactly(A, other, A);
  }

  private static int othersToo(int part) {
    return SMALL.part(SMALL.page(B)) == part ? 4 : 3;
  }

  @Test
  void readsACounterAtRest_asSoonAsAHintComes_orWhenNobodyKnows() {
    watchAtRest();
    time.passMillis(3_000);
    refreshers.changed(A);
    time.passMillis(1);
    assertThat(reads).hasSize(2);
    lastRead().is(0);
    stores.directory.script.next(ScriptedEventDirectory.Call.LOOK, Fate.UNAVAILABLE);
    time.passMillis(500);
    assertThat(reads).hasSize(3);
  }

  @Test
  void readsNoFasterThanTheFastestAskedFor_butNobodyNewWaits() {
    refreshers.serve(new Watch("http-1", one(A), true, Duration.ofSeconds(3)));
    lastRead().is(0);
    for (int i = 1; i <= 9_000; i++) {
      refreshers.changed(A);
      time.passMillis(1);
      lastRead().is(i);
    }
    assertThat(reads).hasSizeBetween(4, 5);
    int before = reads.size();
    refreshers.serve(new Watch("http-2", one(A), true, Duration.ofSeconds(1)));
    time.passMillis(50);
    assertThat(reads).hasSize(before + 1);
    lastRead().is(9_000);
    for (int i = 1; i <= 3_000; i++) {
      refreshers.changed(A);
      time.passMillis(1);
      lastRead().is(i);
    }
    assertThat(reads).as("now once a second").hasSizeBetween(before + 3, before + 5);
  }

  @Test
  void readsAsFastAsAWatcherAsksWhoJoinsASlowOne() {
    refreshers.serve(new Watch("http-1", one(A), true, Duration.ofSeconds(60)));
    lastRead().is(0);
    refreshers.changed(A);
    time.passMillis(50);
    lastRead().is(1);
    refreshers.serve(new Watch("http-2", one(A), true, Duration.ofMillis(50)));
    time.passMillis(50);
    lastRead().is(1);
    refreshers.changed(A);
    int before = reads.size();
    time.passMillis(50);
    assertThat(reads).hasSize(before + 1);
  }

  @Test
  void stopsReading_whenTheLastWatcherLeaves() {
    watch("http-1", A);
    watch("http-2", A);
    lastRead().is(0);
    unwatch("http-1", A);
    time.passMillis(50);
    assertThat(reads).hasSize(2);
    lastRead().is(1);
    assertThat(published).containsExactly("http-2=1");
    unwatch("http-2", A);
    time.passMillis(10_000);
    assertThat(reads).hasSize(2);
    assertThat(refreshers.size()).isZero();
    assertThat(time.waiting()).isZero();
    refreshers.changed(A);
    assertThat(reads).hasSize(2);
  }

  @Test
  void readsNoMoreOften_forAWatcherThatComesAndGoes() {
    for (int i = 0; i < 100; i++) {
      watch("http-1", A);
      time.passMillis(1);
      lastRead().is(i);
      unwatch("http-1", A);
    }
    assertThat(reads).hasSizeLessThanOrEqualTo(3);
    time.passMillis(100);
    assertThat(refreshers.size()).isZero();
  }

  @Test
  void neverReadsTwiceAtOnce_whenAWatcherReturnsDuringARead() {
    watch("http-1", A);
    unwatch("http-1", A);
    CompletableFuture<Reply> again = snapshot("http-1", A);
    time.passMillis(1_000);
    assertThat(reads).hasSize(1);
    lastRead().is(1);
    assertThat(again).isNotDone();
    assertThat(reads).hasSize(2);
    lastRead().is(2);
    assertThat(count(reading(again))).isEqualTo(2);
  }

  @Test
  void numbersReadingsUpwards_evenAcrossAPauseInWatching() {
    CompletableFuture<Reply> before = snapshot("http-1", A);
    lastRead().is(1);
    unwatch("http-1", A);
    time.passMillis(1_000);
    assertThat(refreshers.size()).isZero();
    CompletableFuture<Reply> after = snapshot("http-1", A);
    lastRead().is(1);
    assertThat(reading(after).version()).isGreaterThan(reading(before).version());
  }

  @Test
  void boundsTheReadsUnderWay() {
    refreshers =
        refreshers(
            new RefreshSettings(
                settings.poll(),
                settings.longestPoll(),
                settings.minInterval(),
                settings.firstRetry(),
                settings.poll(),
                2));
    List<CompletableFuture<Reply>> snapshots = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      snapshots.add(snapshot("http-1", new CounterName("votes", "c" + i)));
    }
    for (int answered = 0; answered < 10; answered++) {
      assertThat(reads).hasSize(Math.min(10, answered + 2));
      reads.get(answered).is(answered);
    }
    assertThat(snapshots).allMatch(CompletableFuture::isDone);
  }

  @Test
  void freesEverything_whenTwoThousandCountersAreWatchedNoMore() {
    for (int i = 0; i < 2_000; i++) {
      watch("http-1", new CounterName("votes", "c" + i));
    }
    assertThat(refreshers.size()).isEqualTo(2_000);
    assertThat(registry.get("quipu.live.counters").gauge().value()).isEqualTo(2_000);
    for (int i = 0; i < 2_000; i++) {
      unwatch("http-1", new CounterName("votes", "c" + i));
    }
    for (int i = 0; i < reads.size(); i++) {
      reads.get(i).is(i);
    }
    time.passMillis(100);
    assertThat(reads).as("those that waited were not read any more").hasSize(256);
    assertThat(refreshers.size()).isZero();
    assertThat(time.waiting()).isZero();
    assertThat(registry.get("quipu.live.counters").gauge().value()).isZero();
  }

  @Test
  void readsNothingMore_afterItWasClosed() {
    CompletableFuture<Reply> snapshot = snapshot("http-1", A);
    CompletableFuture<Reply> later = snapshot("http-1", A);
    refreshers.close();
    assertThat(later).isCompletedExceptionally();
    lastRead().is(1);
    assertThat(snapshot).isCompleted();
    time.passMillis(10_000);
    assertThat(reads).hasSize(1);
    assertThat(time.waiting()).isZero();
  }
}
