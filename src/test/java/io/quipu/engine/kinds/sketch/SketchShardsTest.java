package io.quipu.engine.kinds.sketch;

import static io.quipu.engine.writer.TestWriters.incarnation;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.kind.RecorderSite;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import io.quipu.engine.kinds.sketch.state.Estimate;
import io.quipu.engine.kinds.sketch.state.SketchOptions;
import io.quipu.engine.kinds.sketch.state.SketchState;
import io.quipu.engine.kinds.sketch.state.SketchType;
import io.quipu.engine.kinds.sketch.state.SketchValue;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DerivedName;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.Done;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.writer.Confirmation;
import io.quipu.engine.writer.Incarnation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SketchShardsTest {
  private static final CounterName COUNTER = new CounterName("sizes", "a");
  private static final Duration LEASE = Duration.ofHours(1);
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  private final HandMadeSketchStore store = new HandMadeSketchStore();
  private final HandDrivenTime time = new HandDrivenTime();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final List<CounterName> changed = new ArrayList<>();
  private final List<CompletableFuture<Boolean>> confirmations = new ArrayList<>();
  private boolean confirms;
  private Incarnation incarnation = incarnation(time, 7, LEASE);
  private SketchShards shards =
      shards(new SketchSettings(100, 1_000_000, 4_000, 20, 8, Duration.ofSeconds(8)));

  private SketchShards shards(SketchSettings settings) {
    // A gauge is of those it was first registered for.
    meters.clear();
    return new SketchShards(
        store,
        new RecorderSite(null, () -> incarnation, this::confirm, time, time, 1, changed::add),
        settings,
        new SketchMeters(meters));
  }

  private java.util.concurrent.CompletionStage<Boolean> confirm(Incarnation asked) {
    if (!confirms) {
      return Confirmation.LIVE;
    }
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    confirmations.add(answer);
    return answer;
  }

  @Test
  void announcesFirst_thenWrites_andThenAcknowledges() {
    assertThat(Done.value(record("1"))).isInstanceOf(Recorded.class);
    assertThat(store.asked).containsExactly("name", "announce-writer", "announce", "write");
    assertThat(Done.value(record("2"))).isInstanceOf(Recorded.class);
    assertThat(store.asked).hasSize(5);
    assertThat(sum(7)).isEqualTo(3);
    assertThat(changed).containsExactly(COUNTER, COUNTER);
  }

  @Test
  void neverWritesWhatItCouldNotAnnounce() {
    store.unannounced = true;
    var answer = record("1");
    time.pass(Duration.ofSeconds(5));
    assertThat(answer).isNotDone();
    time.pass(Duration.ofSeconds(5));
    assertThat(Done.value(answer)).isEqualTo(new Refused(Refusal.STORE_UNAVAILABLE));
    assertThat(store.shards).isEmpty();
    store.unannounced = false;
    assertThat(Done.value(record("2"))).isInstanceOf(Recorded.class);
    assertThat(sum(7)).isEqualTo(2);
  }

  @Test
  void whatComesWhileAWriteIsInFlightSharesTheNext() {
    Done.value(record("1"));
    store.asked.clear();
    store.holds = true;
    List<CompletableFuture<RecordOutcome>> answers =
        IntStream.range(0, 11).mapToObj(i -> record("1")).toList();
    assertThat(store.asked).containsExactly("write");
    assertThat(answers).noneMatch(CompletableFuture::isDone);
    store.release();

    assertThat(answers).allMatch(answer -> Done.value(answer) instanceof Recorded);
    assertThat(store.asked).containsExactly("write", "write");
    assertThat(sum(7)).isEqualTo(12);
  }

  @Test
  void aWriteWithoutAnAnswerIsFollowedByOneThatContainsIt_andIsLater() {
    store.writes.add(WriteOutcome.UNKNOWN);
    store.writes.add(WriteOutcome.REFUSED);
    var first = record("1");
    var second = record("10");
    assertThat(first).isNotDone();
    time.pass(Duration.ofSeconds(1));

    assertThat(Done.value(first)).isInstanceOf(Recorded.class);
    assertThat(Done.value(second)).isInstanceOf(Recorded.class);
    assertThat(sum(7)).isEqualTo(11);
    assertThat(store.shards.get(DerivedName.whole(COUNTER)).get(7L).sequence()).isEqualTo(3);
  }

  @Test
  void whatMayBeInAWriteIsNeverRefused_andWhatIsNotIsNeverUnknown() {
    Done.value(record("1"));
    unknown(200);
    var inAWrite = record("10");
    time.pass(Duration.ofSeconds(7));
    assertThat(inAWrite).isNotDone();
    time.pass(Duration.ofSeconds(3));
    assertThat(Done.value(inAWrite)).isInstanceOf(OutcomeUnknown.class);

    store.writes.clear();
    time.pass(Duration.ofSeconds(10));
    assertThat(sum(7)).as("written although nobody waits").isEqualTo(11);
  }

  @Test
  void acknowledgesNothing_whenTheLeaseLapsedInFlight() {
    Done.value(record("1"));
    store.holds = true;
    var written = record("2");
    var waiting = record("4");
    time.pass(LEASE);
    store.release();

    assertThat(Done.value(written)).isInstanceOf(OutcomeUnknown.class);
    assertThat(Done.value(waiting)).isEqualTo(new Refused(Refusal.NO_LEASE));
    assertThat(Done.value(record("8"))).isEqualTo(new Refused(Refusal.NO_LEASE));
    assertThat(sum(7)).isEqualTo(3);
  }

  @Test
  void anotherIncarnationBeginsAShardOfItsOwn_andSharesNothing() {
    Done.value(record("1"));
    store.holds = true;
    var written = record("2");
    incarnation = incarnation(time, 9, LEASE);
    var next = record("4");
    store.release();

    assertThat(Done.value(written)).isInstanceOf(Recorded.class);
    assertThat(Done.value(next)).isInstanceOf(Recorded.class);
    assertThat(sum(7)).isEqualTo(3);
    assertThat(sum(9)).isEqualTo(4);
  }

  @Test
  void refusesWithoutAnIncarnation() {
    incarnation = null;
    assertThat(Done.value(record("1"))).isEqualTo(new Refused(Refusal.NO_LEASE));
    assertThat(store.asked).isEmpty();
  }

  @Test
  void asksForConfirmation_afterTheWriteIsDurable() {
    confirms = true;
    store.holds = true;
    var answer = record("1");
    assertThat(confirmations).isEmpty();
    store.release();
    assertThat(confirmations).hasSize(1);
    assertThat(answer).isNotDone();
    confirmations.get(0).complete(true);
    assertThat(Done.value(answer)).isInstanceOf(Recorded.class);
  }

  @Test
  void asksAgain_whenItCannotBeConfirmed_andEndsWhenItIsNotLive() {
    confirms = true;
    var answer = record("1");
    confirmations.get(0).completeExceptionally(new IllegalStateException("away"));
    time.pass(Duration.ofSeconds(1));
    assertThat(confirmations).hasSize(2);
    confirmations.get(1).complete(false);
    assertThat(Done.value(answer)).isInstanceOf(OutcomeUnknown.class);
    assertThat(incarnation.lease().holds()).isFalse();
  }

  @Test
  void statesLeaveMemory_andComeBackAsTheyWere() {
    for (int round = 1; round <= 3; round++) {
      for (int i = 0; i < 6; i++) {
        assertThat(Done.value(record(new CounterName("sizes", "c" + i), "1")))
            .isInstanceOf(Recorded.class);
      }
    }
    assertThat(meters.get("quipu.sketch.evictions").counter().count()).isGreaterThan(6);
    assertThat(meters.get("quipu.sketch.state.bytes").gauge().value()).isLessThan(6_000);
    for (int i = 0; i < 6; i++) {
      CounterName counter = new CounterName("sizes", "c" + i);
      assertThat(sum(counter, 7)).isEqualTo(3);
      assertThat(store.shards.get(DerivedName.whole(counter)).get(7L).sequence()).isEqualTo(3);
    }
    assertThat(store.asked.stream().filter("announce"::equals)).hasSize(6);
  }

  @Test
  void readsNothing_asLongAsNothingHasLeftMemory() {
    for (int i = 0; i < 3; i++) {
      Done.value(record(new CounterName("sizes", "c" + i), "1"));
    }
    assertThat(store.asked).doesNotContain("shard");
  }

  @Test
  void whatIsNotDurableStaysInMemory_whateverTheBound() {
    unknown(1);
    var kept = record(new CounterName("sizes", "kept"), "1");
    unknown(200);
    for (int i = 0; i < 3; i++) {
      assertThat(record(new CounterName("sizes", "c" + i), "1")).isNotDone();
    }
    assertThat(kept).isNotDone();
    assertThat(Done.value(record(new CounterName("sizes", "one more"), "1")))
        .isEqualTo(new Refused(Refusal.QUEUE_FULL));
    store.writes.clear();
    time.pass(Duration.ofSeconds(2));
    assertThat(sum(new CounterName("sizes", "kept"), 7)).isEqualTo(1);
    assertThat(Done.value(record(new CounterName("sizes", "one more"), "1")))
        .isInstanceOf(Recorded.class);
  }

  @Test
  void aFullQueueRefuses_andLeavesRoomForOthers() {
    Done.value(record("1"));
    store.holds = true;
    List<CompletableFuture<RecordOutcome>> answers =
        IntStream.range(0, 60).mapToObj(i -> record("1")).toList();
    assertThat(answers.stream().filter(CompletableFuture::isDone)).hasSize(10);
    assertThat(Done.value(answers.get(59))).isEqualTo(new Refused(Refusal.QUEUE_FULL));
    var other = record(new CounterName("sizes", "b"), "1");
    assertThat(other).isNotDone();
    store.release();
    assertThat(Done.value(other)).isInstanceOf(Recorded.class);
    assertThat(meters.get("quipu.sketch.queued").gauge().value()).isZero();
  }

  /** To compare each with each takes minutes. */
  @Test
  @Timeout(20)
  void givingUpTakesAStepForEach_andNoMore() {
    shards = shards(new SketchSettings(200_000, 1_000_000_000, 4_000, 200_000, 8, PATIENCE));
    Done.value(record("1"));
    unknown(1_000);
    List<CompletableFuture<RecordOutcome>> answers = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      answers.add(record("1"));
    }
    time.pass(Duration.ofSeconds(10));
    assertThat(answers).allMatch(answer -> Done.value(answer) instanceof OutcomeUnknown);
    store.writes.clear();
    time.pass(Duration.ofSeconds(10));
    assertThat(sum(7)).isEqualTo(100_001);
  }

  @Test
  void countersThatCannotBeWrittenKeepNoOthersWaiting_howeverManyTheyAre() {
    shards = shards(new SketchSettings(10_000, 1_000_000_000, 10_000_000, 20, 8, PATIENCE));
    store.patience = time;
    store.hanging = counter -> counter.name().startsWith("hangs");
    for (int i = 0; i < 300; i++) {
      var unused = record(new CounterName("sizes", "hangs " + i), "1");
      time.pass(Duration.ofMillis(300));
    }
    for (int second = 0; second < 120; second++) {
      var unused = record(new CounterName("sizes", "hangs " + second % 50), "1");
      List<CompletableFuture<RecordOutcome>> healthy = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        healthy.add(record(new CounterName("sizes", "well " + i), "1"));
      }
      time.pass(Duration.ofSeconds(1));
      assertThat(healthy).as("second %d", second).allMatch(CompletableFuture::isDone);
      assertThat(healthy).allMatch(answer -> Done.value(answer) instanceof Recorded);
    }
    store.hanging = counter -> false;
    time.pass(Duration.ofMinutes(1));
    for (int i = 50; i < 300; i++) {
      assertThat(sum(new CounterName("sizes", "hangs " + i), 7)).isEqualTo(1);
    }
  }

  @Test
  void aStateThatNobodyWaitsForRests_untilSomebodyDoes() {
    Done.value(record("1"));
    unknown(1_000);
    var unused = record("2");
    time.pass(Duration.ofSeconds(10));
    store.asked.clear();
    time.pass(Duration.ofMinutes(1));
    assertThat(store.asked.size()).as("writes in a minute").isBetween(5, 12);
    store.writes.clear();
    assertThat(Done.value(record("4"))).isInstanceOf(Recorded.class);
    assertThat(sum(7)).isEqualTo(7);
    store.asked.clear();
    time.pass(Duration.ofMinutes(1));
    assertThat(store.asked).as("a rest that was cut short").isEmpty();
  }

  @Test
  void statesThatCannotLeaveMemoryKeepNoOthersInIt() {
    shards = shards(new SketchSettings(10_000, 1_000_000_000, 120_000, 20, 8, PATIENCE));
    store.patience = time;
    store.hanging = counter -> counter.name().startsWith("hangs");
    for (int i = 0; i < 70; i++) {
      var unused = record(new CounterName("sizes", "hangs " + i), "1");
    }
    time.pass(Duration.ofMinutes(1));
    int refused = 0;
    for (int i = 0; i < 200; i++) {
      RecordOutcome outcome = Done.value(record(new CounterName("sizes", "well " + i), "1"));
      refused += outcome instanceof Recorded ? 0 : 1;
    }
    assertThat(refused).as("while all that were looked at are stuck").isLessThan(5);
    assertThat(meters.get("quipu.sketch.state.bytes").gauge().value()).isLessThan(125_000);
  }

  @Test
  void aStateIsChargedForWhatItTakes_fromItsFirstValueOn() {
    Done.value(record(COUNTER, SketchType.SUM, "1"));
    double sum = meters.get("quipu.sketch.state.bytes").gauge().value();
    Done.value(record(new CounterName("sizes", "b"), SketchType.QUANTILES, "1"));
    assertThat(meters.get("quipu.sketch.state.bytes").gauge().value() - sum).isGreaterThan(4_000);
  }

  @Test
  void whoeverFindsTheQueueEmptyHasRoom_howeverMuchItIs() {
    List<SketchValue> many = Collections.nCopies(10_000, SketchValue.ofText("x".repeat(256)));
    var answer = shards.record(new SketchUpdate(COUNTER, SketchType.DISTINCT, many));
    assertThat(Done.value(answer)).isInstanceOf(Recorded.class);
    store.holds = true;
    var unused = record(new CounterName("sizes", "b"), "1");
    assertThat(Done.value(shards.record(new SketchUpdate(COUNTER, SketchType.DISTINCT, many))))
        .isEqualTo(new Refused(Refusal.QUEUE_FULL));
  }

  @Test
  void drainsWhatWaits_andRefusesTheRest() {
    Done.value(record("1"));
    store.holds = true;
    var waiting = record("2");
    var drained = shards.drain().toCompletableFuture();
    assertThat(Done.value(record("4"))).isEqualTo(new Refused(Refusal.STOPPING));
    assertThat(drained).isNotDone();
    store.release();
    assertThat(Done.value(waiting)).isInstanceOf(Recorded.class);
    assertThat(drained).isDone();
  }

  private void unknown(int writes) {
    for (int i = 0; i < writes; i++) {
      store.writes.add(WriteOutcome.UNKNOWN);
    }
  }

  private CompletableFuture<RecordOutcome> record(String value) {
    return record(COUNTER, value);
  }

  private CompletableFuture<RecordOutcome> record(CounterName counter, String value) {
    return record(counter, SketchType.SUM, value);
  }

  private CompletableFuture<RecordOutcome> record(
      CounterName counter, SketchType type, String value) {
    return shards
        .record(new SketchUpdate(counter, type, List.of(SketchValue.ofNumber(value))))
        .toCompletableFuture();
  }

  private long sum(long writer) {
    return sum(COUNTER, writer);
  }

  private long sum(CounterName counter, long writer) {
    SketchState state =
        SketchState.of(
            SketchType.SUM, store.shards.get(DerivedName.whole(counter)).get(writer).state());
    return ((Estimate) state.result(SketchOptions.USUAL)).estimate().longValueExact();
  }
}
