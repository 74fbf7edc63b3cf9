package io.quipu.engine.kinds.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kinds.tally.TallyKind;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.TestNamespaces;
import io.quipu.engine.namespace.NamespaceChange;
import io.quipu.engine.namespace.NamespacePut;
import io.quipu.engine.namespace.Namespaces;
import io.quipu.engine.namespace.PutOutcome;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.TimeSpan;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedNamespaceStore;
import io.quipu.testing.sim.scripted.ScriptedNamespaceStore.Call;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings of linear counters, and when a change of them is told. */
class LinearNamespacesTest {
  private static final TimeSpan OFF = TimeSpan.OFF;
  private static final KnownKinds KINDS =
      new KnownKinds(
          List.of(
              TallyKind.EVENT,
              new LinearKind(
                  () -> null,
                  () -> null,
                  LinearSettings.of(1, 1),
                  new LinearMeters(new SimpleMeterRegistry()),
                  Clock.system())));

  private final HandDrivenTime time = new HandDrivenTime();
  private final ScriptedNamespaceStore store = new ScriptedNamespaceStore();
  private final Namespaces namespaces = new Namespaces(store, KINDS, time, Optional::empty, 10);

  @Test
  void remembersIdsByNumber_orNone_whateverIsStoredOfEarlierVersions() {
    Namespace usual = change("linear", null, Map.of()).created(KINDS);
    assertThat(remembered(usual)).isEqualTo(50_000);
    for (String stored : List.of("24h", "7d", "forever")) {
      Namespace earlier = TestNamespaces.deduplicating(usual, new TimeSpan(stored));
      assertThat(remembered(earlier)).isEqualTo(50_000);
      assertThat(remembered(change(null, null, Map.of("max", "5")).of(earlier, KINDS, null)))
          .isEqualTo(50_000);
    }
    Namespace more = change(null, null, Map.of("deduplicate", "400000")).of(usual, KINDS, null);
    assertThat(remembered(more)).isEqualTo(400_000);
    assertThat(remembered(change(null, null, Map.of("max", "5")).of(more, KINDS, null)))
        .isEqualTo(400_000);
    Namespace none = change(null, OFF, Map.of()).of(more, KINDS, null);
    assertThat(remembered(none)).isNull();
    assertThat(none.deduplicate()).isEqualTo(OFF);
    assertThat(remembered(change(null, null, Map.of("deduplicate", "7")).of(none, KINDS, null)))
        .isEqualTo(7);
  }

  private static @Nullable Long remembered(Namespace namespace) {
    return KINDS.of(namespace).remembersIds(namespace);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "1000001", "9223372036854775807"})
  void aNumberThatCannotBeIsRefused(String number) {
    refused(change("linear", null, Map.of("deduplicate", number)), "from 1 to 1000000");
  }

  @Test
  void aLengthOfTimeIsRefused_andANumberForKindsThatRememberByTime() {
    refused(
        change("linear", new TimeSpan("24h"), Map.of()), "must be a number of ids such as 50000");
    refused(change("linear", TimeSpan.FOREVER, Map.of()), "by number, and not by time");
    refused(change("event", null, Map.of("deduplicate", "50000")), "deduplicate of kind event");
  }

  private static void refused(NamespaceChange change, String why) {
    InvalidInput refusal = catchThrowableOfType(InvalidInput.class, () -> change.created(KINDS));
    assertThat(refusal.field()).isEqualTo("deduplicate");
    assertThat(refusal.detail()).contains(why);
  }

  /** As long as another process may send a step by what it has read before. */
  @Test
  void aChangeIsToldWhenItHoldsEverywhere_evenIfItIsRepeated() {
    assertThat(put(change("linear", null, Map.of("max", "9"))))
        .as("of one that nobody could know before")
        .isCompletedWithValueMatching(PutOutcome.Created.class::isInstance);
    for (int i = 0; i < 2; i++) {
      CompletableFuture<PutOutcome> lowered = put(change(null, null, Map.of("max", "5")));
      assertThat(store.stored("stock").orElseThrow().settings()).containsEntry("max", "5");
      time.pass(LinearRules.CHANGES_HOLD.minusMillis(1));
      assertThat(lowered).isNotDone();
      time.pass(Duration.ofMillis(1));
      assertThat(lowered).isCompletedWithValueMatching(PutOutcome.Kept.class::isInstance);
    }
    assertThat(put(change("linear", null, Map.of()))).as("nothing to wait for").isCompleted();
    assertThat(put(change(null, OFF, Map.of()))).isNotDone();
  }

  @Test
  void oneThatMayHaveBeenCreatedByTheFirstAttemptIsToldLater() {
    store.script.next(Call.CREATE, Fate.ANSWER_LOST);
    CompletableFuture<PutOutcome> created = put(change("linear", null, Map.of("max", "9")));
    assertThat(created).isNotDone();
    time.pass(LinearRules.CHANGES_HOLD);
    assertThat(created).isCompletedWithValueMatching(PutOutcome.Created.class::isInstance);
  }

  private CompletableFuture<PutOutcome> put(NamespaceChange change) {
    return namespaces.put(NamespacePut.of(change)).toCompletableFuture();
  }

  private static NamespaceChange change(
      @Nullable String kind, @Nullable TimeSpan deduplicate, Map<String, String> settings) {
    return new NamespaceChange("stock", kind, deduplicate, null, null, null, settings);
  }
}
