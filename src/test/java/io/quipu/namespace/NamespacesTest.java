package io.quipu.namespace;

import static io.quipu.sim.scripted.Fate.ANSWERED;
import static io.quipu.sim.scripted.Fate.ANSWER_LOST;
import static io.quipu.sim.scripted.Fate.NEVER_APPLIED;
import static io.quipu.sim.scripted.Fate.UNAVAILABLE;
import static io.quipu.sim.scripted.ScriptedNamespaceStore.Call.CREATE;
import static io.quipu.sim.scripted.ScriptedNamespaceStore.Call.FIND;
import static io.quipu.sim.scripted.ScriptedNamespaceStore.Call.REPLACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.counter.Granularity;
import io.quipu.counter.Kind;
import io.quipu.counter.Namespace;
import io.quipu.counter.Span;
import io.quipu.sim.scripted.ScriptedNamespaceStore;
import io.quipu.store.CasOutcome;
import io.quipu.store.StoreUnavailable;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class NamespacesTest {
  private static final Namespace VOTES = Namespace.of("votes", Kind.EVENT);
  private static final Namespace CHANGED =
      new Namespace("votes", Kind.EVENT, Span.OFF, Span.FOREVER, 4, Set.of(Granularity.DAY));

  private final ScriptedNamespaceStore store = new ScriptedNamespaceStore();
  private final Namespaces namespaces = new Namespaces(store);

  @Test
  void findsTheDefault_whetherOrNotARowSaysSo() {
    assertThat(now(namespaces.find("default"))).contains(Namespace.DEFAULT);
    assertThat(now(namespaces.ensureDefault())).isEqualTo(CasOutcome.APPLIED);
    assertThat(store.stored("default")).contains(Namespace.DEFAULT);
    assertThat(now(namespaces.find("votes"))).isEmpty();
  }

  @Test
  void createsOnce_andKeepsOrReplacesAfterwards() {
    assertThat(now(namespaces.put(VOTES))).isEqualTo(new PutOutcome.Created());
    assertThat(now(namespaces.put(VOTES))).isEqualTo(new PutOutcome.Kept());
    assertThat(store.written()).as("the same again writes nothing").isEqualTo(1);
    assertThat(now(namespaces.put(CHANGED))).isEqualTo(new PutOutcome.Kept());
    assertThat(store.stored("votes")).contains(CHANGED);
  }

  @Test
  void neverCreatesTheDefault_itExists() {
    Namespace changed =
        new Namespace("default", Kind.EVENT, Span.OFF, Span.FOREVER, 4, Set.of(Granularity.DAY));
    assertThat(now(namespaces.put(changed))).isEqualTo(new PutOutcome.Kept());
    assertThat(now(namespaces.find("default"))).contains(changed);
    assertThat(now(namespaces.put(Namespace.of("default", Kind.UNIQUE))))
        .isEqualTo(new PutOutcome.OtherKind(Kind.EVENT));
  }

  @Test
  void leavesANamespaceOfAnotherKindAlone() {
    Namespace unique = Namespace.of("votes", Kind.UNIQUE);
    store.created(unique);
    assertThat(now(namespaces.put(VOTES))).isEqualTo(new PutOutcome.OtherKind(Kind.UNIQUE));
    assertThat(store.stored("votes")).contains(unique);
  }

  @Test
  void findsOutThatItCreated_whenTheAnswerIsLost() {
    store.script.next(CREATE, ANSWER_LOST);
    assertThat(now(namespaces.put(VOTES))).isEqualTo(new PutOutcome.Created());
    assertThat(store.written()).isEqualTo(1);
  }

  @Test
  void triesAgain_whenTheRequestIsLost() {
    store.script.next(CREATE, NEVER_APPLIED, NEVER_APPLIED);
    assertThat(now(namespaces.put(VOTES))).isEqualTo(new PutOutcome.Created());
    store.script.next(REPLACE, NEVER_APPLIED, ANSWER_LOST, ANSWERED);
    assertThat(now(namespaces.put(CHANGED))).isEqualTo(new PutOutcome.Kept());
    assertThat(store.stored("votes")).contains(CHANGED);
  }

  @Test
  void saysThatItCannotTell_whenNothingIsEverAnswered() {
    store.script.next(CREATE, NEVER_APPLIED, NEVER_APPLIED, NEVER_APPLIED, NEVER_APPLIED);
    assertThat(now(namespaces.put(VOTES))).isEqualTo(new PutOutcome.OutcomeUnknown());
  }

  @Test
  void saysThatItCannotTell_whenTheReadAfterALostAnswerFails() {
    store.script.next(CREATE, ANSWER_LOST);
    store.script.next(FIND, ANSWERED, UNAVAILABLE);
    assertThat(now(namespaces.put(VOTES))).isEqualTo(new PutOutcome.OutcomeUnknown());
  }

  @Test
  void failsWithTheStore_whenNothingWasWritten() {
    store.script.next(FIND, UNAVAILABLE);
    assertThatThrownBy(() -> now(namespaces.put(VOTES)))
        .hasRootCauseInstanceOf(StoreUnavailable.class);
    assertThat(store.written()).isZero();
  }

  private static <T> T now(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }
}
