package io.quipu.engine.writer;

import static io.quipu.engine.time.Noon.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.writer.WriterRegistry.Announcement;
import io.quipu.engine.writer.WriterRegistry.Group;
import io.quipu.engine.writer.WriterRegistry.GroupMember;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.SimulatedWriterRegistry;
import io.quipu.testing.sim.core.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * One answer has every member of its generation, while others join and leave, and replicas are
 * slow.
 */
class GroupReadTest {
  private static final int SEEDS = 40;
  private static final int JOINS = 20;

  @Test
  void hasEveryMemberOfItsGeneration_howeverSlowTheReplicas() {
    assertThat(torn(WriterRegistry::group)).isEmpty();
    assertThat(torn(WriterRegistry::groupSerial)).isEmpty();
  }

  /** Answers that lack a member up to their generation that has not left; those below have. */
  private static List<Group> torn(
      Function<WriterRegistry, CompletionStage<Optional<Group>>> reading) {
    List<Group> torn = new ArrayList<>();
    int answered = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      for (Group group : answers(seed, reading)) {
        answered++;
        List<Long> numbers = group.members().stream().map(GroupMember::number).toList();
        long first = numbers.isEmpty() ? group.generation() + 1 : numbers.get(0);
        if (!numbers.equals(LongStream.rangeClosed(first, group.generation()).boxed().toList())
            || first < group.generation() - 1) {
          torn.add(group);
        }
      }
    }
    assertThat(answered).isGreaterThan(SEEDS * JOINS);
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
      Group before = cluster.await(registry.groupSerial()).orElseThrow();
      cluster.await(registry.join(new UUID(seed, i), before, true));
      cluster.await(allButTheLastLeave(registry));
    }
    cluster.pass(10 * SeededRandom.SECOND);
    return reads.stream()
        .map(CompletionStage::toCompletableFuture)
        .filter(read -> !read.isCompletedExceptionally())
        .map(CompletableFuture::join)
        .flatMap(Optional::stream)
        .toList();
  }

  private static CompletionStage<CasOutcome> allButTheLastLeave(WriterRegistry registry) {
    return registry
        .groupSerial()
        .thenCompose(
            found -> {
              Group now = found.orElseThrow();
              List<GroupMember> all = now.members();
              Group left = now.withMembers(all.subList(all.size() - 1, all.size()));
              return registry.announce(now, new Announcement(left, NOON));
            });
  }
}
