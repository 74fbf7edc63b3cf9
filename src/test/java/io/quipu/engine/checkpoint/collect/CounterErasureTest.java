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
import io.quipu.engine.names.TestNamespaces;
import io.quipu.engine.store.CounterPurges.PurgedCounter;
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

class CounterErasureTest extends StoresFixture {
  private static final long PURGED = 7_200;
  private static final CounterName A = new CounterName("votes", "a");
  private static final CounterName B = new CounterName("votes", "b3");
  private static final int SHARDS = 2;

  private final ScriptedNamespaceStore namespaces = new ScriptedNamespaceStore();
  private final NotedErasure erasure = new NotedErasure();
  private EventTime settled = second(1);
  private final List<Integer> movedOn = new ArrayList<>();
  private final CounterErasure process = process();

  private CounterErasure process() {
    return new CounterErasure(
        new ErasureSite(
            stores.layout,
            stores.all(),
            new ErasureSource(
                namespaces, erasure, Map.of("event", Eraser.NONE), Duration.ofSeconds(5)),
            movedOn::add,
            time,
            new CollectionMeters(new SimpleMeterRegistry())));
  }

  @BeforeEach
  void createVotes() {
    namespaces.created(TestNamespaces.sharded(Namespace.of("votes", "event"), SHARDS));
  }

  private void entered(CounterName counter) {
    Done.value(namespaces.begin(new PurgedCounter(counter, second(PURGED))));
  }

  private void purged(CounterName counter) {
    entered(counter);
    Namespace now = namespaces.stored("votes").orElseThrow();
    Purge purge = new Purge(now.purges() + 1, NameDigest.of(counter.name()), counter.purged() + 1);
    Done.value(namespaces.note(NamespaceLife.of(now), purge));
    Done.value(namespaces.replace(now, now.purged(purge)));
  }

  private List<Integer> all() {
    return IntStream.range(0, stores.layout.pages()).boxed().toList();
  }

  /** Has pages take a step. */
  private void settle(Collection<Integer> pages) {
    settled = settled.plusTicks(EventTime.TICKS_PER_SECOND);
    pages.forEach(page -> stores.pages.settled(page, settled, Map.of()));
  }

  /** Has a process delete all that it can, while some pages take steps. */
  private void look(CounterErasure some, Collection<Integer> own, Collection<Integer> moving) {
    Done.value(some.step(own));
    time.pass(ErasureSource.SLACK);
    for (int i = 0; i < 4; i++) {
      Done.value(some.step(own));
      settle(moving);
    }
  }

  private void look(CounterErasure some, Collection<Integer> own) {
    look(some, own, all());
  }

  private List<PurgedCounter> left() {
    return Done.value(namespaces.purged(100));
  }

  @Test
  void deletesWhatWasPurged_onAllItsPages_andNothingElse() {
    purged(A);
    look(process, all());
    for (int page : stores.layout.pagesOf(A, SHARDS)) {
      assertThat(erasure.noted).contains("states " + page + " of votes [a]");
    }
    assertThat(erasure.noted).endsWith("names of votes [a]");
    assertThat(erasure.noted).noneMatch(one -> one.contains("#") || one.contains("b]"));
    assertThat(left()).isEmpty();
    int before = erasure.noted.size();
    look(process, all());
    assertThat(erasure.noted).hasSize(before);
  }

  @Test
  void deletesNothing_thatIsNotDecided_orJustSeen() {
    entered(A);
    look(process, all());
    assertThat(erasure.noted).as("entered only").isEmpty();
    purged(B);
    Done.value(process.step(all()));
    assertThat(erasure.noted).as("just seen").isEmpty();
  }

  @Test
  void deletesRows_thenTheRest_whenAllPagesHaveTakenTwoSteps() {
    stores.events.put(A, second(1_000 * PURGED), 1); // of a writer that was ahead of all
    purged(A);
    int last = stores.layout.pagesOf(A, SHARDS).get(1);
    List<Integer> others = new ArrayList<>(all());
    others.remove((Integer) last);
    look(process, all(), others);
    settle(List.of(last));
    Done.value(process.step(all()));
    assertThat(erasure.noted).isNotEmpty().containsOnly("rows of votes [a]");
    assertThat(movedOn).contains(last);
    settle(List.of(last));
    Done.value(process.step(all()));
    assertThat(left()).isEmpty();
  }

  @Test
  void theOwnerOfAnotherPage_hasItMoveOn_andTheOwnerOfTheFirst_deletes() {
    purged(A);
    List<Integer> pages = stores.layout.pagesOf(A, SHARDS);
    CounterErasure other = process();
    look(other, List.of(pages.get(1)), List.of());
    assertThat(movedOn).contains(pages.get(1)).doesNotContain(pages.get(0));
    look(other, List.of(pages.get(1)));
    assertThat(erasure.noted).isEmpty();
    look(process, List.of(pages.get(0)));
    assertThat(left()).isEmpty();
  }

  @Test
  void deletesEachLifeUnderItsOwnName() {
    purged(A);
    purged(A.afterPurge());
    look(process, all());
    assertThat(erasure.noted).contains("names of votes [a]", "names of votes#1 [a]");
    assertThat(left()).isEmpty();
  }

  @Test
  void forgetsNoCounter_ofWhichSomethingMayBeLeft() {
    purged(A);
    erasure.isDown(true);
    assertThatThrownBy(() -> look(process, all())).isNotNull();
    assertThat(left()).hasSize(1);
    erasure.isDown(false);
    look(process, all());
    assertThat(left()).isEmpty();
  }

  @Test
  void leavesADeletedNamespaceToTheOther_andForgetsWhatIsOver() {
    purged(A);
    Namespace now = namespaces.stored("votes").orElseThrow();
    Namespace deleted = now.deleted(second(PURGED));
    Done.value(namespaces.replace(now, deleted));
    look(process, all());
    assertThat(erasure.noted).isEmpty();
    assertThat(left()).hasSize(1);
    Done.value(namespaces.replace(deleted, deleted.gone()));
    look(process, all());
    assertThat(erasure.noted).isEmpty();
    assertThat(left()).isEmpty();
  }
}
