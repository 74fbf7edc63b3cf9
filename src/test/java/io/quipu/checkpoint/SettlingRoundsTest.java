package io.quipu.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.collect.DueList;
import io.quipu.collect.Retention;
import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Kind;
import io.quipu.counter.Namespace;
import io.quipu.counter.Span;
import io.quipu.counter.Tally;
import io.quipu.sim.scripted.Fate;
import io.quipu.sim.scripted.ScriptedCheckpointStore;
import io.quipu.sim.scripted.ScriptedCounterDirectory;
import io.quipu.sim.scripted.ScriptedDirtyCounters;
import io.quipu.sim.scripted.ScriptedDirtyCounters.Call;
import io.quipu.sim.scripted.ScriptedDueBuckets;
import io.quipu.sim.scripted.ScriptedEventStore;
import io.quipu.sim.scripted.ScriptedMemberStore;
import io.quipu.store.Checkpoint;
import io.quipu.store.DirtyCounters;
import io.quipu.store.DueBuckets.Bucket;
import io.quipu.store.Partition;
import io.quipu.store.StoreUnavailable;
import io.quipu.store.TestRows;
import io.quipu.store.WriteOutcome;
import io.quipu.time.Done;
import io.quipu.time.HandDrivenTime;
import io.quipu.writer.WriterView;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettlingRoundsTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final CounterName B = new CounterName("votes", "b");
  private static final EventTime NOON = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
  private static final long MINUTE = NOON.epochSecond();
  private static final SettlingThrottle REST = new SettlingThrottle(3, 3, Duration.ofMinutes(1));
  private static final UUID SELF = new UUID(1, 1);

  private final ScriptedCheckpointStore checkpoints = new ScriptedCheckpointStore();
  private final ScriptedEventStore events = new ScriptedEventStore();
  private final ScriptedDirtyCounters dirty = new ScriptedDirtyCounters();
  private final CheckpointMeters meters = new CheckpointMeters(new SimpleMeterRegistry());
  private final ScriptedDueBuckets due = new ScriptedDueBuckets();
  private final Map<String, Namespace> namespaces = new HashMap<>();
  private final HandDrivenTime time = new HandDrivenTime();
  private final SettlingRounds rounds =
      new SettlingRounds(
          dirty,
          new Checkpointer(
              checkpoints,
              events,
              new ScriptedMemberStore(),
              new ScriptedCounterDirectory(),
              time,
              TestRows.plenty(),
              meters),
          new DueList(
              due,
              new Retention(
                  name ->
                      CompletableFuture.completedStage(Optional.ofNullable(namespaces.get(name))),
                  time)),
          time,
          REST,
          meters);

  @BeforeEach
  void createNamespace() {
    retain("1d");
  }

  private void retain(String span) {
    namespaces.put(
        "votes",
        new Namespace("votes", Kind.EVENT, Span.OFF, Span.parse("retain", span), 1, Set.of()));
  }

  private static EventTime second(long second) {
    return NOON.plusTicks(second * EventTime.TICKS_PER_SECOND);
  }

  private void put(CounterName counter, long second) {
    events.put(counter, second(second), 1);
    dirty.mark(Partition.bucketOf(second(second)), counter);
  }

  private CompletionStage<Void> round(long horizon) {
    return round(horizon, List.of(SELF));
  }

  private CompletionStage<Void> round(long horizon, List<UUID> settlers) {
    return rounds.round(new WriterView(SELF, second(horizon), NOON, second(horizon), settlers));
  }

  private Long progressOf(CounterName counter) {
    return dirty.stored().get(DirtyCounters.slotOf(counter));
  }

  @Test
  void settlesDirtyCounters_inAMinuteThatIsNotOver() {
    put(A, 5);
    Done.value(round(10));
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(1, 1));
    assertThat(dirty.isMarked(MINUTE, A)).isTrue();
    assertThat(dirty.stored()).isEmpty();
  }

  @Test
  void doesNotPassAMinute_beforeTheHorizonHasPassedItsEnd() {
    put(A, 5);
    Done.value(rounds.round(view(NOON.plusTicks(599_999_999))));
    assertThat(dirty.isMarked(MINUTE, A)).isTrue();
    Done.value(rounds.round(view(NOON.plusTicks(600_000_000))));
    assertThat(dirty.isMarked(MINUTE, A)).isFalse();
    assertThat(progressOf(A)).isEqualTo(MINUTE + 60);
  }

  private static WriterView view(EventTime horizon) {
    return new WriterView(SELF, horizon, NOON, horizon, List.of(SELF));
  }

  @Test
  void doesNotPassAMinute_inASlotWithACounterThatFailed() {
    put(A, 5);
    put(B, 6);
    assertThat(DirtyCounters.slotOf(A)).isNotEqualTo(DirtyCounters.slotOf(B));
    Checkpoint theirs = new Checkpoint(Tally.of(0, 0), second(1));
    checkpoints.script.before(
        ScriptedCheckpointStore.Call.ADVANCE,
        () -> assertThat(checkpoints.advanced(A, Checkpoint.NONE, theirs, Map.of())).isTrue());
    put(A, 65);
    Done.value(round(200));
    assertThat(progressOf(A)).isNull();
    assertThat(dirty.isMarked(MINUTE, A)).isTrue();
    assertThat(progressOf(B)).isEqualTo(MINUTE + 180);
    Done.value(round(201));
    assertThat(progressOf(A)).isEqualTo(MINUTE + 180);
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(2, 2));
    assertThat(dirty.isMarked(MINUTE, A)).isFalse();
  }

  @Test
  void restsAfterALongWalk_butSettlesWhatIsHastened() {
    put(A, 5);
    put(B, 5);
    checkpoints.script.before(
        ScriptedCheckpointStore.Call.ADVANCE, () -> time.pass(Duration.ofSeconds(2)));
    Done.value(round(10));
    put(A, 15);
    put(B, 15);
    time.passMillis(5_000);
    rounds.hasten(A);
    Done.value(round(20));
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(2, 2));
    assertThat(checkpoints.stored(B).total()).isEqualTo(Tally.of(1, 1));
    time.passMillis(1_000);
    Done.value(round(20));
    assertThat(checkpoints.stored(B).total()).isEqualTo(Tally.of(2, 2));
  }

  @Test
  void walksOnceAMinute_whenManyAreDirty() {
    List<CounterName> many =
        Stream.of("a", "b", "c").map(name -> new CounterName("votes", name)).toList();
    many.forEach(counter -> put(counter, 5));
    Done.value(round(10));
    many.forEach(counter -> put(counter, 15));
    time.passMillis(59_999);
    Done.value(round(20));
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(1, 1));
    time.passMillis(1);
    Done.value(round(20));
    many.forEach(
        counter -> assertThat(checkpoints.stored(counter).total()).isEqualTo(Tally.of(2, 2)));
  }

  @Test
  void walksAgainAtOnce_whenFewAreDirty() {
    put(A, 5);
    put(B, 5);
    Done.value(round(10));
    put(A, 15);
    Done.value(round(20));
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(2, 2));
  }

  @Test
  void doesNotRest_whenItsSlotsChange() {
    put(A, 5);
    checkpoints.script.before(
        ScriptedCheckpointStore.Call.ADVANCE, () -> time.pass(Duration.ofSeconds(2)));
    Done.value(round(10));
    put(A, 15);
    Done.value(round(20, List.of()));
    Done.value(round(20));
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(2, 2));
  }

  @Test
  void passesNothing_whenTheRoundFails() {
    put(A, 5);
    checkpoints.script.next(ScriptedCheckpointStore.Call.READ, Fate.UNAVAILABLE);
    assertThat(Done.failure(round(100))).isInstanceOf(StoreUnavailable.class);
    assertThat(dirty.isMarked(MINUTE, A)).isTrue();
    Done.value(round(100));
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(1, 1));
  }

  @Test
  void forgetsNothing_beforeItsProgressIsStored() {
    put(A, 5);
    dirty.script.next(Call.SETTLED_BEFORE, Fate.NEVER_APPLIED);
    Done.value(round(100));
    assertThat(dirty.isMarked(MINUTE, A)).isTrue();
  }

  @Test
  void startsWhereProgressWasStored_orWhereTheGroupBegan() {
    put(A, 5);
    put(B, 5);
    assertThat(Done.value(dirty.settledBefore(List.of(DirtyCounters.slotOf(A)), MINUTE + 120)))
        .isEqualTo(WriteOutcome.WRITTEN);
    Done.value(round(130));
    assertThat(checkpoints.stored(A)).isEqualTo(Checkpoint.NONE);
    assertThat(checkpoints.stored(B).total()).isEqualTo(Tally.of(1, 1));
  }

  @Test
  void settlesOnlyItsOwnSlots() {
    List<UUID> both = List.of(SELF, new UUID(2, 2));
    for (int i = 0; i < 64; i++) {
      put(new CounterName("votes", "c" + i), 5);
    }
    Done.value(round(100, both));
    for (int i = 0; i < 64; i++) {
      CounterName counter = new CounterName("votes", "c" + i);
      boolean mine = Slots.of(SELF, both).contains(DirtyCounters.slotOf(counter));
      assertThat(!checkpoints.stored(counter).equals(Checkpoint.NONE)).isEqualTo(mine);
    }
  }

  @Test
  void doesNothing_whenItDoesNotSettle() {
    put(A, 5);
    Done.value(round(100, List.of(new UUID(2, 2))));
    assertThat(dirty.script.calls()).isEmpty();
  }

  @Test
  void asksForNothing_whileTheHorizonStands() {
    Done.value(round(10));
    int asked = dirty.script.calls().size();
    Done.value(round(10));
    assertThat(dirty.script.calls()).hasSize(asked);
  }

  @Test
  void settlesAHastenedCounter_ofItsOwnSlots() {
    Done.value(round(1));
    events.put(A, second(5), 1);
    rounds.hasten(A);
    Done.value(round(10));
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(1, 1));
  }

  @Test
  void leavesAHastenedCounterToWhomeverItBelongs() {
    Done.value(round(1, List.of(SELF, new UUID(7, 7))));
    for (int i = 0; i < 100; i++) {
      CounterName counter = new CounterName("votes", "c" + i);
      events.put(counter, second(5), 1);
      rounds.hasten(counter);
    }
    Done.value(round(10, List.of(SELF, new UUID(7, 7))));
    long settled =
        IntStream.range(0, 100)
            .mapToObj(i -> checkpoints.stored(new CounterName("votes", "c" + i)))
            .filter(checkpoint -> !checkpoint.isFirst())
            .count();
    assertThat(settled).isBetween(10L, 90L);
  }

  @Test
  void catchesUp_afterAWeekAway() {
    put(A, 5);
    put(A, 7 * 86_400L - 90);
    Done.value(round(7 * 86_400L));
    assertThat(progressOf(A)).isEqualTo(MINUTE + 7 * 86_400L);
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(2, 2));
  }

  private Bucket bucket(CounterName counter, long second) {
    return new Bucket(counter, Partition.bucketOf(second(second)));
  }

  @ParameterizedTest
  @CsvSource({"0s, 60", "59s, 60", "1m, 120", "90s, 120", "1d, 86460", "36524d, 3155673660"})
  void entersABucketInTheMinuteInWhichItsRetentionEnds(String span, long afterNoon) {
    retain(span);
    put(A, 5);
    Done.value(round(60));
    assertThat(due.minutes()).containsExactly(MINUTE + afterNoon);
    assertThat(due.entered(MINUTE + afterNoon)).containsExactly(bucket(A, 0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"forever", "36525d", "999999999d"})
  void entersNothing_whereRowsAreKeptForEver(String span) {
    retain(span);
    put(A, 5);
    Done.value(round(60));
    assertThat(due.minutes()).isEmpty();
    assertThat(progressOf(A)).isEqualTo(MINUTE + 60);
  }

  @Test
  void entersNothing_ofAMinuteThatItDoesNotPass() {
    put(A, 5);
    Done.value(round(59));
    assertThat(due.script.calls()).isEmpty();
  }

  @Test
  void entersEveryCounterOfAMinute_howeverMany() {
    for (int i = 0; i < 10_000; i++) {
      dirty.mark(MINUTE, new CounterName("votes", "c" + i));
    }
    Done.value(round(60));
    assertThat(due.entered(MINUTE + 86_460)).hasSize(10_000);
  }

  @Test
  void neitherPassesNorForgetsAMinute_inASlotOfWhichABucketMayNotBeEntered() {
    put(A, 5);
    due.script.next(ScriptedDueBuckets.Call.ADD, Fate.NEVER_APPLIED);
    put(B, 65);
    Done.value(round(200));
    assertThat(dirty.isMarked(MINUTE, A)).isTrue();
    assertThat(progressOf(A)).isNull();
    assertThat(rounds.passed()).containsEntry(DirtyCounters.slotOf(A), MINUTE);
    assertThat(progressOf(B)).isEqualTo(MINUTE + 180);
    Done.value(round(201));
    assertThat(due.entered(MINUTE + 86_460)).containsExactly(bucket(A, 0));
    assertThat(dirty.isMarked(MINUTE, A)).isFalse();
    assertThat(progressOf(A)).isEqualTo(MINUTE + 180);
  }

  @Test
  void neverGuessesARetention() {
    namespaces.clear();
    put(A, 5);
    Done.value(round(200));
    assertThat(dirty.isMarked(MINUTE, A)).isTrue();
    assertThat(progressOf(A)).isNull();
    assertThat(checkpoints.stored(A).total()).as("settled nevertheless").isEqualTo(Tally.of(1, 1));
    retain("1m");
    Done.value(round(201));
    assertThat(due.entered(MINUTE + 120)).containsExactly(bucket(A, 0));
  }

  @Test
  void hearsOfAChangedRetention_afterAFewSeconds() {
    put(A, 5);
    Done.value(round(60));
    retain("1m");
    put(A, 65);
    time.passMillis(9_999);
    Done.value(round(120));
    put(A, 125);
    time.passMillis(1);
    Done.value(round(180));
    assertThat(due.entered(MINUTE + 86_520)).containsExactly(bucket(A, 60));
    assertThat(due.entered(MINUTE + 240)).containsExactly(bucket(A, 120));
  }

  @Test
  void passesNothing_whileItDoesNotSettle() {
    Done.value(round(60));
    assertThat(rounds.passed()).hasSize(DirtyCounters.SLOTS);
    Done.value(round(61, List.of(new UUID(2, 2))));
    assertThat(rounds.passed()).isEmpty();
    Done.value(round(62));
    assertThat(rounds.passed()).hasSize(DirtyCounters.SLOTS);
  }
}
