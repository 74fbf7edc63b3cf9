package io.quipu.engine.checkpoint.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.kind.Eraser;
import io.quipu.engine.model.EventPartition;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.IdPartition;
import io.quipu.engine.model.Namespace;
import io.quipu.engine.model.NamespaceLife;
import io.quipu.engine.store.Deletions.Deletion;
import io.quipu.engine.store.Erasure;
import io.quipu.engine.store.StoresFixture;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.Done;
import io.quipu.testing.sim.scripted.ScriptedNamespaceStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NamespaceErasureTest extends StoresFixture {
  private static final Duration PAUSE = Duration.ofSeconds(5);
  private static final long DELETED = 7_200;

  private final ScriptedNamespaceStore namespaces = new ScriptedNamespaceStore();
  private final List<String> erased = new ArrayList<>();
  private final List<Integer> movedOn = new ArrayList<>();
  private WriteOutcome outcome = WriteOutcome.WRITTEN;
  private final NamespaceErasure erasure = process();

  /** Notes what is deleted; every page has states until they are deleted. */
  private final class Noted implements Erasure {
    @Override
    public CompletionStage<Boolean> hasStates(int page, String stored) {
      return CompletableFuture.completedStage(!erased.contains("states " + page));
    }

    @Override
    public CompletionStage<WriteOutcome> states(int page, String stored) {
      return noted("states " + page);
    }

    @Override
    public CompletionStage<WriteOutcome> ids(IdPartition partition, String stored) {
      return noted("ids");
    }

    @Override
    public CompletionStage<WriteOutcome> rows(
        EventPartition partition, Collection<Integer> pages, String stored) {
      return noted("rows");
    }

    @Override
    public CompletionStage<WriteOutcome> names(String stored) {
      return noted("names of " + stored);
    }
  }

  private CompletionStage<WriteOutcome> noted(String what) {
    if (outcome == WriteOutcome.WRITTEN) {
      erased.add(what);
    }
    return CompletableFuture.completedStage(outcome);
  }

  private NamespaceErasure process() {
    return new NamespaceErasure(
        stores.layout,
        stores.all(),
        new NamespaceErasure.Source(namespaces, new Noted(), Map.of("event", Eraser.NONE), PAUSE),
        movedOn::add,
        time,
        new CollectionMeters(new SimpleMeterRegistry()));
  }

  @BeforeEach
  void deleteVotes() {
    Namespace votes = Namespace.of("votes", "event");
    namespaces.created(votes);
    Done.value(namespaces.replace(votes, votes.deleted(second(DELETED))));
    Done.value(namespaces.begin(new NamespaceLife("votes", 0)));
  }

  private List<Integer> pages() {
    return IntStream.range(0, stores.layout.pages()).boxed().toList();
  }

  private void settled(EventTime until) {
    for (int page : pages()) {
      stores.pages.settled(page, until, Map.of());
    }
  }

  private EventTime passed() {
    Duration wait = stores.layout.collectionWait().plus(NamespaceErasure.SLACK);
    return second(DELETED).plusTicks(wait.toNanos() / 100);
  }

  private void look(NamespaceErasure process, Collection<Integer> own) {
    time.pass(PAUSE);
    Done.value(process.step(own));
  }

  private boolean isGone() {
    return namespaces.stored("votes").orElseThrow().isGone();
  }

  @Test
  void touchesNoPage_thatIsNotSettledFarEnough_butHasItMoveOn() {
    settled(passed());
    look(erasure, pages());
    assertThat(erased).isEmpty();
    assertThat(movedOn).containsExactlyElementsOf(pages());
  }

  @Test
  void deletesPages_thenRows_atLastNames_andThenTheNameIsFree() {
    settled(passed().plusTicks(1));
    look(erasure, pages());
    assertThat(erased).contains("states 0").doesNotContain("names of votes");
    assertThat(isGone()).isFalse();
    look(erasure, pages());
    look(erasure, pages());
    assertThat(erased).endsWith("names of votes");
    assertThat(isGone()).isTrue();
    assertThat(Done.value(namespaces.deletions())).isEmpty();
    int before = erased.size();
    look(erasure, pages());
    assertThat(erased).hasSize(before);
  }

  @Test
  void notesNothingAsDone_thatMayBeLeft() {
    settled(passed().plusTicks(1));
    outcome = WriteOutcome.UNKNOWN;
    time.pass(PAUSE);
    assertThatThrownBy(() -> Done.value(erasure.step(pages()))).isNotNull();
    assertThat(Done.value(namespaces.deletions()))
        .containsExactly(new Deletion(new NamespaceLife("votes", 0), new TreeSet<>()));
    outcome = WriteOutcome.WRITTEN;
    look(erasure, pages());
    assertThat(erased).contains("states 0");
  }

  @Test
  void othersGoOn_whereOneHasStopped() {
    settled(passed().plusTicks(1));
    look(erasure, List.of(0));
    assertThat(erased).containsOnlyOnce("states 0").doesNotContain("states 1");
    NamespaceErasure other = process();
    for (int i = 0; i < 3; i++) {
      look(other, pages());
    }
    assertThat(erased).containsOnlyOnce("states 0", "states 1", "names of votes");
    assertThat(isGone()).isTrue();
  }

  @Test
  void endsWhatIsGone_andLeavesTheNextLifeAlone() {
    Namespace deleted = namespaces.stored("votes").orElseThrow();
    Done.value(namespaces.replace(deleted, deleted.gone()));
    Done.value(namespaces.revive(deleted.gone(), Namespace.of("votes", "event").after(deleted)));
    settled(passed().plusTicks(1));
    look(erasure, pages());
    assertThat(erased).isEmpty();
    assertThat(Done.value(namespaces.deletions())).isEmpty();
  }
}
