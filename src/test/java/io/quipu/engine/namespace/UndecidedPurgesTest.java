package io.quipu.engine.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.kind.TestKinds;
import io.quipu.engine.names.CounterLives.NameDigest;
import io.quipu.engine.names.CounterLives.Purge;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.NamespaceLife;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.CounterPurges.PurgedCounter;
import io.quipu.engine.time.Done;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedNamespaceStore;
import io.quipu.testing.sim.scripted.ScriptedNamespaceStore.Call;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UndecidedPurgesTest {
  private static final Namespace VOTES = Namespace.of("votes", "event");
  private static final NamespaceLife LIFE = NamespaceLife.of(VOTES);
  private static final EventTime NOW = EventTime.ofEpochSecond(1_000_000);
  private static final EventTime LATER = seconds(60);
  private static final CounterName A = new CounterName("votes", "a");
  private static final CounterName B = new CounterName("votes", "b");

  private final ScriptedNamespaceStore store = new ScriptedNamespaceStore();
  private final HandDrivenTime time = new HandDrivenTime();
  private EventTime now = NOW;
  private final Namespaces namespaces =
      new Namespaces(store, TestKinds.TALLIES, time, () -> Optional.of(now), 1_000);

  private static EventTime seconds(int seconds) {
    return NOW.plusTicks(seconds * EventTime.TICKS_PER_SECOND);
  }

  private static Purge entry(int number, CounterName counter, int life, EventTime entered) {
    return new Purge(number, NameDigest.of(counter.name()), life, entered);
  }

  @BeforeEach
  void aPurgeOfAIsEntered_andItsProcessEnds() {
    store.created(VOTES);
    Done.value(store.begin(new PurgedCounter(A, NOW)));
    Done.value(store.note(LIFE, entry(1, A, 1, NOW)));
  }

  private Namespace stored() {
    return store.stored("votes").orElseThrow();
  }

  private CounterName found(CounterName counter) {
    return counter.in(Done.value(namespaces.find("votes")).orElseThrow());
  }

  private void look() {
    Done.value(namespaces.voidUndecided());
  }

  private PurgeOutcome purge(CounterName counter) {
    CompletionStage<PurgeOutcome> outcome = namespaces.purge(counter);
    time.pass(Namespaces.KNOWN_EVERYWHERE);
    return Done.value(outcome);
  }

  @Test
  void isLeftToItsProcess_forAMinute() {
    now = seconds(59);
    look();
    assertThat(stored()).isEqualTo(VOTES);
  }

  @Test
  void isVoidAfterAMinute_thoughNobodyPurgesAnything() {
    now = LATER;
    look();
    assertThat(stored().purges()).as("the purge, and its opposite").isEqualTo(2);
    assertThat(found(A)).isEqualTo(A);
    assertThat(found(B)).isEqualTo(B);
    assertThat(Done.value(namespaces.purged())).isEmpty();
  }

  @Test
  void whatWasSentOfItEarlierIsRefused_onceItIsVoid() {
    now = LATER;
    look();
    assertThat(Done.value(store.replace(VOTES, VOTES.purged(entry(1, A, 1, NOW)))))
        .isEqualTo(CasOutcome.REFUSED);
    assertThat(found(A)).isEqualTo(A);
  }

  @Test
  void aProcessThatWasStopped_findsItsPurgeVoid_andDoesNotBeginAgain() {
    EventTime began = seconds(10);
    now = began;
    store.beforeNextReplacement(
        () -> {
          now = seconds(90);
          Done.value(namespaces.voidUndecided());
          // its own clock stood still
          now = began;
        });
    assertThatThrownBy(() -> purge(A)).hasMessageContaining("Nothing was changed");
    assertThat(found(A)).isEqualTo(A);
  }

  @Test
  void aProcessThatHasWaitedForAMinute_decidesNothing() {
    CounterName c = new CounterName("votes", "c");
    now = LATER;
    look();
    store.script.next(Call.REPLACE, Fate.NEVER_APPLIED);
    store.afterNextReplacement(() -> now = seconds(125));
    assertThat(purge(c)).isEqualTo(new PurgeOutcome.OutcomeUnknown());
    look();
    assertThat(found(c)).isEqualTo(c);
  }

  @Test
  void oneWhoVoidsMayFailAtAnyStep() {
    now = LATER;
    store.script.next(Call.NOTE, Fate.ANSWER_LOST);
    look();
    assertThat(stored()).as("entered, perhaps").isEqualTo(VOTES);
    store.script.next(Call.REPLACE, Fate.NEVER_APPLIED);
    purge(B);
    assertThat(found(A)).isEqualTo(A);
    assertThat(found(B)).isEqualTo(B.afterPurge());
    assertThat(stored().purges()).isEqualTo(3);
  }

  @Test
  void anOppositeOfAPurgeThatWasDecidedAfterAll_isVoid() {
    Done.value(store.note(LIFE, entry(2, A, 0, LATER)));
    Done.value(store.replace(VOTES, VOTES.purged(entry(1, A, 1, NOW))));
    assertThat(found(A)).isEqualTo(A.afterPurge());
    now = LATER;
    purge(B);
    assertThat(found(A)).as("answered to its caller").isEqualTo(A.afterPurge());
    assertThat(found(B)).isEqualTo(B.afterPurge());
    purge(A);
    assertThat(found(A)).isEqualTo(A.afterPurge().afterPurge());
  }

  @Test
  void oneThatAnEarlierVersionHasEntered_isVoid() {
    Namespace other = Namespace.of("other", "event");
    CounterName counter = new CounterName("other", "a");
    store.created(other);
    Done.value(store.note(NamespaceLife.of(other), new Purge(1, NameDigest.of("a"), 1)));
    purge(new CounterName("other", "b"));
    assertThat(counter.in(Done.value(namespaces.find("other")).orElseThrow())).isEqualTo(counter);
  }

  @Test
  void doesNotWait_forANamespaceThatCannotBeRead() {
    Namespace first = Namespace.of("first", "event");
    store.created(first);
    Done.value(store.begin(new PurgedCounter(new CounterName("first", "x"), NOW)));
    now = LATER;
    store.script.next(Call.FIND, Fate.UNAVAILABLE);
    assertThatThrownBy(this::look).isNotNull();
    assertThat(stored().purges()).isEqualTo(2);
  }

  @Test
  void isLookedAtSerially_onceItIsVoid_andNotForEver() {
    now = LATER;
    look();
    store.script.next(Call.FIND, Fate.ANSWERED, Fate.UNAVAILABLE);
    look();
    look();
    assertThat(stored().purges()).isEqualTo(2);
  }
}
