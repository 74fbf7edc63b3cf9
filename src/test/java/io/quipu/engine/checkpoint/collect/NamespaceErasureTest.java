package io.quipu.engine.checkpoint.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.kind.Eraser;
import io.quipu.engine.model.CounterLives.NameDigest;
import io.quipu.engine.model.CounterLives.Purge;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventPartition;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Namespace;
import io.quipu.engine.model.NamespaceLife;
import io.quipu.engine.store.Deletions.Deletion;
import io.quipu.engine.store.StoresFixture;
import io.quipu.engine.time.Done;
import io.quipu.testing.sim.scripted.ScriptedNamespaceStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NamespaceErasureTest extends StoresFixture {
  private static final Duration PAUSE = Duration.ofSeconds(5);
  private static final long DELETED = 7_200;

  private final ScriptedNamespaceStore namespaces = new ScriptedNamespaceStore();
  private final NotedErasure noted = new NotedErasure();
  private final List<String> erased = noted.noted;
  private EventTime now = second(DELETED);
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
    return ErasureSource.passed(stores.layout, now);
  }

  /** Has a process look for as long as it takes until it may delete what it sees. */
  private void look(NamespaceErasure process, Collection<Integer> own) {
    Done.value(process.step(own, now));
    time.pass(ErasureSource.SLACK);
    Done.value(process.step(own, now));
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
  void waitsForTheTimeOfTheGroup_whereItHasLeaptSinceTheDecision() {
    settled(passed().plusTicks(1));
    Done.value(erasure.step(pages(), now));
    now = second(3 * DELETED);
    look(erasure, pages());
    assertThat(erased).as("rows may be as late as that").isEmpty();
    settled(passed().plusTicks(1));
    look(erasure, pages());
    assertThat(erased).contains("states 0 of votes");
  }

  @Test
  void waitsForRowsOfAWriterThatWasAhead_alsoIfTheyAreOfAnotherCounter() {
    EventTime ahead = second(2 * DELETED);
    stores.events.put(new CounterName("votes", "a"), ahead, 1);
    int page = stores.layout.page(new CounterName("votes", "a"));
    settled(passed().plusTicks(1));
    look(erasure, pages());
    for (int other : pages()) {
      boolean shared = stores.layout.part(other) == stores.layout.part(page);
      assertThat(erased.contains("states " + other + " of votes"))
          .as("page %d", other)
          .isEqualTo(!shared);
    }
    EventTime end = ErasureSource.passed(stores.layout, ahead);
    settled(end.plusTicks(EventPartition.BUCKET_SECONDS * EventTime.TICKS_PER_SECOND + 1));
    stores.events.put(new CounterName("other", "b"), second(3 * DELETED), 1);
    look(erasure, pages());
    assertThat(erased).contains("states " + page + " of votes");
  }

  @Test
  void deletesNothing_beforeThisProcessHasKnownItForTheWholeSlack() {
    settled(passed().plusTicks(1));
    Done.value(erasure.step(pages(), now));
    time.pass(ErasureSource.SLACK.minusNanos(1));
    Done.value(erasure.step(pages(), now));
    assertThat(erased).as("the decision may be as young as the sight of it").isEmpty();
    time.pass(Duration.ofNanos(1));
    Done.value(erasure.step(pages(), now));
    assertThat(erased).contains("states 0 of votes");
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
    settled(passed().plusTicks(1));
    for (int i = 0; i < 3; i++) {
      look(erasure, pages());
    }
    assertThat(erased).contains("names of twice", "names of twice#1");
    assertThat(Done.value(namespaces.purges(new NamespaceLife("twice", 0), 0))).isEmpty();
  }

  @Test
  void deletesPages_thenRows_atLastNames_andThenTheNameIsFree() {
    settled(passed().plusTicks(1));
    look(erasure, pages());
    assertThat(erased).contains("states 0 of votes").doesNotContain("names of votes");
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
    noted.isDown(true);
    assertThatThrownBy(() -> look(erasure, pages())).isNotNull();
    assertThat(Done.value(namespaces.deletions()))
        .containsExactly(new Deletion(new NamespaceLife("votes", 0), new TreeSet<>()));
    noted.isDown(false);
    look(erasure, pages());
    assertThat(erased).contains("states 0 of votes");
  }

  @Test
  void othersGoOn_whereOneHasStopped() {
    settled(passed().plusTicks(1));
    look(erasure, List.of(0));
    assertThat(erased).containsOnlyOnce("states 0 of votes").doesNotContain("states 1 of votes");
    NamespaceErasure other = process();
    for (int i = 0; i < 3; i++) {
      look(other, pages());
    }
    assertThat(erased).containsOnlyOnce("states 0 of votes", "states 1 of votes", "names of votes");
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
