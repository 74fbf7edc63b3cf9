package io.quipu.engine.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.kind.TestKinds;
import io.quipu.engine.names.CounterLives.NameDigest;
import io.quipu.engine.names.CounterLives.Purge;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.NamespaceLife;
import io.quipu.engine.store.CounterPurges.PurgedCounter;
import io.quipu.engine.time.Done;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedNamespaceStore;
import io.quipu.testing.sim.scripted.ScriptedNamespaceStore.Call;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CounterPurgingTest {
  private static final Namespace VOTES = Namespace.of("votes", "event");
  private static final NamespaceLife LIFE = NamespaceLife.of(VOTES);
  private static final EventTime NOW = EventTime.ofEpochSecond(1_000_000);
  private static final CounterName A = new CounterName("votes", "a");
  private static final CounterName B = new CounterName("votes", "b");

  private final ScriptedNamespaceStore store = new ScriptedNamespaceStore();
  private final HandDrivenTime time = new HandDrivenTime();
  private Optional<EventTime> now = Optional.of(NOW);
  private final Namespaces namespaces = process();

  private Namespaces process() {
    return new Namespaces(store, TestKinds.TALLIES, time, () -> now, 1_000);
  }

  @BeforeEach
  void createVotes() {
    store.created(VOTES);
  }

  private PurgeOutcome purge(CounterName counter) {
    CompletionStage<PurgeOutcome> outcome = namespaces.purge(counter);
    time.pass(Namespaces.KNOWN_EVERYWHERE);
    return Done.value(outcome);
  }

  private CounterName found(CounterName counter) {
    return counter.in(Done.value(namespaces.find("votes")).orElseThrow());
  }

  private List<PurgedCounter> left() {
    return Done.value(namespaces.purged());
  }

  @Test
  void beginsAnotherLife_ofThatCounterOnly() {
    assertThat(purge(A)).isEqualTo(new PurgeOutcome.Purging(NOW));
    assertThat(found(A)).isEqualTo(A.afterPurge());
    assertThat(found(B)).isEqualTo(B);
    assertThat(left()).containsExactly(new PurgedCounter(A, NOW));

    purge(B);
    purge(A);
    assertThat(found(A)).isEqualTo(A.afterPurge().afterPurge());
    assertThat(found(B)).isEqualTo(B.afterPurge());
    assertThat(left()).hasSize(3);
    assertThat(Done.value(process().find("votes")))
        .as("read at once")
        .isEqualTo(Done.value(namespaces.find("votes")));
  }

  @Test
  void isAnsweredOnlyWhenNobodyUsesTheOldSettings() {
    CompletionStage<PurgeOutcome> outcome = namespaces.purge(A);
    assertThat(found(A)).as("decided").isEqualTo(A.afterPurge());
    time.pass(Namespaces.KNOWN_EVERYWHERE.minusNanos(1));
    assertThat(outcome.toCompletableFuture()).isNotDone();
  }

  @Test
  void aPurgeThatSomebodyElseHasNoted_isDecidedFirst() {
    Purge other = new Purge(1, NameDigest.of("b"), 1, NOW);
    Done.value(store.begin(new PurgedCounter(B, NOW)));
    Done.value(store.note(LIFE, other));
    assertThat(left()).as("it is not decided").isEmpty();
    assertThat(found(B)).isEqualTo(B);
    purge(A);
    assertThat(found(A)).isEqualTo(A.afterPurge());
    assertThat(found(B)).isEqualTo(B.afterPurge());
    assertThat(left()).hasSize(2);
  }

  @Test
  void aPurgeThatNobodyDecided_takesNoEffectThirtyDaysLater_throughThatOfAnotherCounter() {
    store.script.next(Call.REPLACE, Fate.NEVER_APPLIED);
    store.script.next(Call.FIND, Fate.ANSWERED, Fate.UNAVAILABLE);
    assertThat(purge(A)).as("its process ends").isEqualTo(new PurgeOutcome.OutcomeUnknown());

    now = Optional.of(NOW.plusTicks(30 * 86_400 * EventTime.TICKS_PER_SECOND));
    assertThat(purge(B)).isEqualTo(new PurgeOutcome.Purging(now.orElseThrow()));
    assertThat(found(B)).isEqualTo(B.afterPurge());
    assertThat(found(A)).as("thirty days of events").isEqualTo(A);
    assertThat(purge(A)).isEqualTo(new PurgeOutcome.Purging(now.orElseThrow()));
    assertThat(found(A)).as("it can be purged").isEqualTo(A.afterPurge());
  }

  @Test
  void settingsThatChangeMeanwhile_stay() {
    store.beforeNextReplacement(() -> Done.value(store.replace(VOTES, VOTES.deleted(NOW))));
    assertThat(purge(A)).isEqualTo(new PurgeOutcome.OutcomeUnknown());
    assertThat(store.stored("votes")).contains(VOTES.deleted(NOW));
  }

  @ParameterizedTest
  @EnumSource(
      value = Fate.class,
      names = {"ANSWER_LOST", "NEVER_APPLIED"})
  void anUnknownOutcome_isFoundOut(Fate fate) {
    for (Call call : List.of(Call.NOTE, Call.REPLACE)) {
      store.script.next(call, fate);
      assertThat(purge(A)).isEqualTo(new PurgeOutcome.Purging(NOW));
    }
    assertThat(found(A)).as("purged as often as asked for").isEqualTo(A.afterPurge().afterPurge());
  }

  @Test
  void afterAnUnknownOutcome_nothingIsARefusal() {
    store.script.next(Call.REPLACE, Fate.ANSWER_LOST);
    store.script.next(Call.FIND, Fate.ANSWERED, Fate.UNAVAILABLE);
    assertThat(purge(A)).isEqualTo(new PurgeOutcome.OutcomeUnknown());
  }

  @Test
  void changesNothing_whereItCannotBeEntered() {
    store.script.next(Call.PURGING, Fate.NEVER_APPLIED);
    assertThatThrownBy(() -> purge(A)).isNotNull();
    assertThat(Done.value(store.purges(LIFE, 0))).isEmpty();
    now = Optional.empty();
    assertThatThrownBy(() -> purge(A)).hasMessageContaining("time of the group");
  }

  @Test
  void ofADeletedNamespaceNoneIsListed() {
    purge(A);
    Namespace now = store.stored("votes").orElseThrow();
    Done.value(store.replace(now, now.deleted(NOW)));
    Done.value(store.forgetPurges(LIFE));
    assertThat(left()).isEmpty();
  }

  @Test
  void needsANamespace_andTheDefaultOneAlwaysExists() {
    assertThat(purge(new CounterName("none", "a"))).isEqualTo(new PurgeOutcome.Absent());
    assertThat(purge(new CounterName("default", "a"))).isEqualTo(new PurgeOutcome.Purging(NOW));
    assertThat(store.stored("default").orElseThrow().purges()).isEqualTo(1);
  }

  @Test
  void aCounterIsPurgedAHundredTimes_andNotOnceMore() {
    for (int i = 0; i < 100; i++) {
      assertThat(purge(A)).isEqualTo(new PurgeOutcome.Purging(NOW));
    }
    assertThat(purge(A)).isEqualTo(new PurgeOutcome.TooMany(100, true));
    assertThat(purge(B)).isEqualTo(new PurgeOutcome.Purging(NOW));
  }
}
