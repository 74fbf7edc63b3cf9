package io.quipu.engine.checkpoint.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.kind.Eraser;
import io.quipu.engine.names.CounterLives.NameDigest;
import io.quipu.engine.names.CounterLives.Purge;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.NamespaceLife;
import io.quipu.engine.store.StoresFixture;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.scripted.ScriptedNamespaceStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NamespaceErasureTest extends StoresFixture {
  private static final Duration PAUSE = Duration.ofSeconds(5);
  private static final long DELETED = 7_200;

  private final ScriptedNamespaceStore namespaces = new ScriptedNamespaceStore();
  private final NotedErasure noted = new NotedErasure();
  private final List<String> erased = noted.noted;
  private EventTime settled = second(1);
  private final List<Integer> movedOn = new ArrayList<>();
  private final NamespaceErasure erasure = process();

  private NamespaceErasure process() {
    return new NamespaceErasure(
        new ErasureSite(
            stores.layout,
            stores.all(),
            new ErasureSource(namespaces, noted, Map.of("event", Eraser.NONE), PAUSE),
            movedOn::add,
            time,
            new CollectionMeters(new SimpleMeterRegistry())));
  }

  @BeforeEach
  void deleteVotes() {
    Namespace votes = Namespace.of("votes", "event");
    namespaces.created(votes);
    Done.value(namespaces.replace(votes, votes.deleted(second(DELETED))));
    Done.value(namespaces.begin(new NamespaceLife("votes", 0)));
    // of a writer that was ahead of all others
    stores.events.put(new CounterName("votes", "a"), second(1_000 * DELETED), 1);
  }

  private List<Integer> pages() {
    return IntStream.range(0, stores.layout.pages()).boxed().toList();
  }

  /** The part in which it has rows. */
  private int partOfVotes() {
    return stores.layout.part(stores.layout.page(new CounterName("votes", "a")));
  }

  /** Has all pages take a step. */
  private void settle() {
    settled = settled.plusTicks(EventTime.TICKS_PER_SECOND);
    for (int page : pages()) {
      stores.pages.settled(page, settled, Map.of());
    }
  }

  private void step(NamespaceErasure process, Collection<Integer> own) {
    Done.value(process.step(own));
  }

  /** Has a process look for as long as it takes until it may delete what it sees. */
  private void look(NamespaceErasure process, Collection<Integer> own) {
    step(process, own);
    time.pass(ErasureSource.SLACK);
    step(process, own);
  }

  /** Has a process delete all that it can. */
  private void delete(NamespaceErasure process, Collection<Integer> own) {
    look(process, own);
    step(process, own);
    for (int i = 0; i < 2; i++) {
      settle();
      step(process, own);
    }
    step(process, own);
  }

  private boolean isGone() {
    return namespaces.stored("votes").orElseThrow().isGone();
  }

  @Test
  void deletesRows_thenPagesThatHaveTakenTwoSteps_andHasThemTakeThese() {
    look(erasure, pages());
    assertThat(erased).isNotEmpty().containsOnly("rows of votes");
    assertThat(movedOn).containsExactlyInAnyOrderElementsOf(pages());
    settle();
    step(erasure, pages());
    assertThat(erased).as("that step may have read the rows before").containsOnly("rows of votes");
    settle();
    step(erasure, pages());
    assertThat(erased).contains("states 0 of votes");
  }

  @Test
  void deletesNothing_beforeThisProcessHasKnownItForTheWholeSlack() {
    step(erasure, pages());
    time.pass(ErasureSource.SLACK.minusNanos(1));
    step(erasure, pages());
    assertThat(erased).as("the decision may be as young as the sight of it").isEmpty();
    time.pass(Duration.ofNanos(1));
    step(erasure, pages());
    assertThat(erased).contains("rows of votes");
  }

  @Test
  void goesOnAtOnce_whereAnotherHasWaitedBefore() {
    look(erasure, List.of(1 - partOfVotes()));
    assertThat(erased).as("another part").isEmpty();
    NamespaceErasure next = process();
    step(next, pages());
    assertThat(erased).isNotEmpty().containsOnly("rows of votes");
    settle();
    settle();
    step(next, pages());
    assertThat(isGone()).isTrue();
  }

  @Test
  void aFailure_doesNotStopTheOthers() {
    noted.isDown(what -> what.equals("rows"));
    assertThatThrownBy(() -> look(erasure, pages())).hasMessageContaining(Eraser.FAILED);
    assertThat(movedOn)
        .isNotEmpty()
        .allMatch(page -> stores.layout.part(page) == 1 - partOfVotes());
    int fails = movedOn.get(0);
    noted.isDown(what -> what.equals("states " + fails));
    settle();
    settle();
    assertThatThrownBy(() -> step(erasure, pages())).hasMessageContaining(Eraser.FAILED);
    assertThat(erased).contains("rows of votes", "states " + movedOn.get(1) + " of votes");
  }

  @Test
  void deletesCountersOfAllLives_andForgetsTheirNumber() {
    Namespace twice = Namespace.of("twice", "event");
    namespaces.created(twice);
    Purge purge = new Purge(1, NameDigest.of("a"), 1);
    Done.value(namespaces.note(new NamespaceLife("twice", 0), purge));
    Namespace purged = twice.purged(purge);
    Done.value(namespaces.replace(twice, purged));
    Done.value(namespaces.replace(purged, purged.deleted(second(DELETED))));
    Done.value(namespaces.begin(new NamespaceLife("twice", 0)));
    delete(erasure, pages());
    assertThat(erased).contains("names of twice", "names of twice#1");
    assertThat(Done.value(namespaces.purges(new NamespaceLife("twice", 0), 0))).isEmpty();
  }

  @Test
  void deletesNamesAtLast_andThenTheNameIsFree() {
    List<Integer> all = pages();
    List<Integer> some = all.subList(0, all.size() - 1);
    look(erasure, some);
    settle();
    settle();
    step(erasure, some);
    assertThat(erased).contains("states 0 of votes").doesNotContain("names of votes");
    assertThat(isGone()).isFalse();
    step(erasure, all);
    settle();
    settle();
    step(erasure, all);
    assertThat(erased).endsWith("names of votes");
    assertThat(isGone()).isTrue();
    assertThat(Done.value(namespaces.deletions())).isEmpty();
    int before = erased.size();
    look(erasure, pages());
    assertThat(erased).hasSize(before);
  }

  @Test
  void notesNothingAsDone_thatMayBeLeft() {
    noted.isDown(true);
    assertThatThrownBy(() -> look(erasure, pages())).isNotNull();
    assertThat(Done.value(namespaces.deletions()))
        .noneMatch(deletion -> deletion.done().contains(stores.layout.pages() + partOfVotes()));
    noted.isDown(false);
    delete(erasure, pages());
    assertThat(erased).contains("states 0 of votes");
  }

  @Test
  void othersGoOn_whereOneHasStopped() {
    delete(erasure, List.of(0));
    assertThat(erased).containsOnlyOnce("states 0 of votes").doesNotContain("states 1 of votes");
    delete(process(), pages());
    assertThat(erased).containsOnlyOnce("states 0 of votes", "states 1 of votes", "names of votes");
    assertThat(isGone()).isTrue();
  }

  @Test
  void endsWhatIsGone_andLeavesTheNextLifeAlone() {
    Namespace deleted = namespaces.stored("votes").orElseThrow();
    Done.value(namespaces.replace(deleted, deleted.gone()));
    Done.value(namespaces.revive(deleted.gone(), Namespace.of("votes", "event").after(deleted)));
    delete(erasure, pages());
    assertThat(erased).isEmpty();
    assertThat(Done.value(namespaces.deletions())).isEmpty();
  }
}
