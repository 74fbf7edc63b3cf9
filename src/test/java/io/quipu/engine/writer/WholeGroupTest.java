package io.quipu.engine.writer;

import static io.quipu.engine.time.Noon.NOON;
import static io.quipu.engine.writer.TestWriters.SETTINGS;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Done;
import io.quipu.engine.writer.WriterRegistry.Group;
import io.quipu.engine.writer.WriterRegistry.GroupMember;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.SimulatedWriterRegistry;
import io.quipu.testing.sim.core.SeededRandom;
import io.quipu.testing.sim.scripted.ScriptedWriterRegistry;
import io.quipu.testing.sim.scripted.ScriptedWriterRegistry.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The group is read as a whole, while others join and the replicas are slow. */
class WholeGroupTest {
  private static final int SEEDS = 40;
  private static final int JOINS = 20;

  @Test
  void hasEveryMember_howeverSlowTheReplicas() {
    assertThat(torn(WholeGroup::read)).isEmpty();
  }

  /** Else the test before would show nothing. */
  @Test
  void aSingleReadLacksMembersNowAndThen_alsoASerialOne() {
    assertThat(torn(WriterRegistry::group)).isNotEmpty();
    assertThat(torn(WriterRegistry::groupSerial)).isNotEmpty();
  }

  @Test
  void isReadTwice_whenNobodyJoins() {
    ScriptedWriterRegistry registry = new ScriptedWriterRegistry();
    registry.foundedAt(NOON);
    assertThat(Done.value(WholeGroup.read(registry))).contains(registry.stored());
    assertThat(registry.script.calls(Call.GROUP)).isEqualTo(2);
  }

  @Test
  void hasTheHorizonOfTheLastRead() {
    ScriptedWriterRegistry registry = new ScriptedWriterRegistry();
    registry.foundedAt(NOON);
    registry.script.before(Call.GROUP, () -> {});
    registry.script.before(Call.GROUP, () -> registry.announced(NOON.plusTicks(5)));
    assertThat(Done.value(WholeGroup.read(registry)).orElseThrow().horizon())
        .isEqualTo(NOON.plusTicks(5));
  }

  @Test
  void isUnavailable_whileSomebodyJoinsWithEachRead() {
    ScriptedWriterRegistry registry = new ScriptedWriterRegistry();
    registry.foundedAt(NOON);
    for (int i = 0; i < JOINS; i++) {
      UUID writer = new UUID(1, i);
      registry.script.before(
          Call.GROUP, () -> registry.member(writer, NOON.plusTicks(1), NOON, SETTINGS));
    }
    assertThat(Done.failure(WholeGroup.read(registry))).isInstanceOf(StoreUnavailable.class);
  }

  @Test
  void isEmpty_beforeItIsFounded() {
    assertThat(Done.value(WholeGroup.read(new ScriptedWriterRegistry()))).isEmpty();
  }

  /** Answers that lack a member below their generation; nobody is forgotten here. */
  private static List<Group> torn(
      Function<WriterRegistry, CompletionStage<Optional<Group>>> reading) {
    List<Group> torn = new ArrayList<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      for (Group group : answers(seed, reading)) {
        List<Long> numbers = group.members().stream().map(GroupMember::number).toList();
        if (!numbers.equals(LongStream.rangeClosed(1, group.generation()).boxed().toList())) {
          torn.add(group);
        }
      }
    }
    return torn;
  }

  private static List<Group> answers(
      int seed, Function<WriterRegistry, CompletionStage<Optional<Group>>> reading) {
    CalmCluster cluster = CalmCluster.of(seed);
    WriterRegistry registry = new SimulatedWriterRegistry(cluster.driver());
    WriterRegistry another = new SimulatedWriterRegistry(cluster.driver());
    assertThat(cluster.await(registry.found(NOON))).isEqualTo(CasOutcome.APPLIED);
    List<CompletionStage<Optional<Group>>> reads = new ArrayList<>();
    for (int i = 0; i < JOINS; i++) {
      cluster.world().network().set(0, 0.5, 0, 0, 0, 0);
      for (int read = 0; read < 4; read++) {
        reads.add(reading.apply(another));
      }
      cluster.pass(5 * SeededRandom.MILLI);
      cluster.world().network().set(0, 0, 0, 0.4, 0, 0);
      Group now = new Group(i, NOON, NOON, List.of());
      cluster.await(registry.join(new UUID(seed, i), now, true));
    }
    cluster.pass(10 * SeededRandom.SECOND);
    return reads.stream()
        .map(CompletionStage::toCompletableFuture)
        .filter(read -> !read.isCompletedExceptionally())
        .map(CompletableFuture::join)
        .flatMap(Optional::stream)
        .toList();
  }
}
