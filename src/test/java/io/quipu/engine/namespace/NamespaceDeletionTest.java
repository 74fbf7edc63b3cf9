package io.quipu.engine.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.kind.TestKinds;
import io.quipu.engine.kinds.tally.TallyKind;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.NamespaceLife;
import io.quipu.engine.store.NamespaceStore.Listed;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Done;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedNamespaceStore;
import io.quipu.testing.sim.scripted.ScriptedNamespaceStore.Call;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NamespaceDeletionTest {
  private static final Namespace VOTES = Namespace.of("votes", "event");
  private static final EventTime NOW = EventTime.ofEpochSecond(1_000_000);

  private final ScriptedNamespaceStore store = new ScriptedNamespaceStore();
  private Optional<EventTime> now = Optional.of(NOW);
  private final Namespaces namespaces =
      new Namespaces(store, TestKinds.TALLIES, new HandDrivenTime(), () -> now, 1_000);

  @BeforeEach
  void createVotes() {
    put(null);
  }

  private PutOutcome put(String kind) {
    return Done.value(
        namespaces.put(
            NamespacePut.of(new NamespaceChange("votes", kind, null, null, null, null, Map.of()))));
  }

  private DeleteOutcome delete() {
    return Done.value(namespaces.delete("votes", Precondition.NONE));
  }

  private List<Listed> listed() {
    return Done.value(namespaces.list("", 100));
  }

  @Test
  void isFoundByNobody_fromThenOn() {
    assertThat(delete()).isEqualTo(new DeleteOutcome.Deleting(NOW));
    assertThat(Done.value(namespaces.find("votes"))).isEmpty();
    assertThat(listed()).containsExactly(Listed.of(Namespace.DEFAULT));
    assertThat(Done.value(namespaces.deleted()))
        .containsExactly(new DeletedNamespace("votes", "event", NOW, 0));
    now = Optional.of(NOW.plusTicks(9));
    assertThat(delete()).as("asked for twice").isEqualTo(new DeleteOutcome.Deleting(NOW));
  }

  @Test
  void isNoNamespaceAgain_untilNothingIsLeft() {
    delete();
    assertThat(put(null)).isEqualTo(new PutOutcome.Deleting());
    Namespace deleted = store.stored("votes").orElseThrow();
    Done.value(store.replace(deleted, deleted.gone()));
    Done.value(store.end(NamespaceLife.of(deleted)));
    assertThat(delete()).isEqualTo(new DeleteOutcome.Absent());

    assertThat(put("unique")).isInstanceOf(PutOutcome.Created.class);
    Namespace next = Done.value(namespaces.find("votes")).orElseThrow();
    assertThat(next.life()).isEqualTo(1);
    assertThat(next.kind()).isEqualTo("unique");
    assertThat(next.deleted()).isEmpty();
    assertThat(next.retain()).isEqualTo(TallyKind.UNIQUE.defaults("votes").retain());
    assertThat(listed()).contains(Listed.of(next));

    assertThat(delete()).isEqualTo(new DeleteOutcome.Deleting(NOW));
    assertThat(listed()).doesNotContain(Listed.of(next));
  }

  @Test
  void anUnknownOutcomeIsNoRefusal() {
    store.script.next(Call.REPLACE, Fate.ANSWER_LOST);
    assertThat(delete()).isEqualTo(new DeleteOutcome.Deleting(NOW));
  }

  @Test
  void isNotAnswered_beforeItIsAmongTheDeletions_andIsEnteredByTheNextLook() {
    store.script.next(Call.BEGIN, Fate.NEVER_APPLIED);
    assertThat(delete()).isEqualTo(new DeleteOutcome.OutcomeUnknown());
    assertThat(Done.value(store.deletions())).isEmpty();
    Done.value(new EndingNamespaces(store).find());
    assertThat(Done.value(store.deletions())).hasSize(1);
    assertThat(listed()).containsExactly(Listed.of(Namespace.DEFAULT));
  }

  @Test
  void meetsItsCondition_andNeedsATimeAndANamespace() {
    assertThat(Done.value(namespaces.delete("votes", new Precondition(List.of("another"), null))))
        .isEqualTo(new DeleteOutcome.ConditionFailed());
    assertThat(
            Done.value(
                namespaces.delete("votes", new Precondition(List.of(VOTES.version()), null))))
        .isInstanceOf(DeleteOutcome.Deleting.class);
    assertThat(Done.value(namespaces.delete("nowhere", Precondition.NONE)))
        .isEqualTo(new DeleteOutcome.Absent());
    assertThat(Done.value(namespaces.delete("default", Precondition.NONE)))
        .isEqualTo(new DeleteOutcome.Permanent());
    now = Optional.empty();
    assertThat(Done.failure(namespaces.delete("votes", Precondition.NONE)))
        .isInstanceOf(StoreUnavailable.class);
  }
}
