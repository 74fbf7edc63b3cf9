package io.quipu.engine.writer;

import static io.quipu.engine.writer.TestWriters.SETTINGS;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.Driver;
import io.quipu.testing.sim.cassandra.SimulatedWriterRegistry;
import io.quipu.testing.sim.core.Machine;
import io.quipu.testing.sim.core.MachineClock;
import io.quipu.testing.sim.core.SeededRandom;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Many writers at rest: what each asks of Cassandra, and who watches when watchers die. */
class LargeGroupTest {
  private static final WriterMeters METERS = new WriterMeters(new CompositeMeterRegistry());
  private static final long SECOND = SeededRandom.SECOND;
  private static final int SECONDS = 5;

  private final CalmCluster cluster = CalmCluster.of(1);
  private final List<Member> members = new ArrayList<>();

  /** A process that only keeps its place in the group. */
  private final class Member {
    final Machine machine =
        new Machine(
            cluster.world(),
            "member-" + members.size(),
            new MachineClock(cluster.world().timeline(), 1, 0, 0, false));
    final Writer writer;
    long statements;
    WriterView view;

    Member() {
      WriterRegistry registry = new SimulatedWriterRegistry(new Driver(cluster.nodes(), machine));
      WriterRegistry counted =
          (WriterRegistry)
              Proxy.newProxyInstance(
                  WriterRegistry.class.getClassLoader(),
                  new Class<?>[] {WriterRegistry.class},
                  (proxy, method, arguments) -> counted(registry, method, arguments));
      writer =
          new Writer(
              counted,
              machine.clock(),
              machine,
              SETTINGS,
              asking -> CompletableFuture.completedFuture(asking.time().now()),
              cluster.world().random()::uuid,
              seen -> view = seen,
              METERS);
    }

    /** Each row of a writer is a statement of its own. */
    private Object counted(WriterRegistry registry, Method method, Object[] arguments)
        throws IllegalAccessException, InvocationTargetException {
      boolean rows = method.getName().equals("writers");
      statements += rows ? ((Collection<?>) arguments[0]).size() : 1;
      return method.invoke(registry, arguments);
    }

    EventTime horizon() {
      return view.horizon();
    }
  }

  private void join(int count) {
    for (int i = 0; i < count; i++) {
      Member member = new Member();
      members.add(member);
      member.writer.start();
      cluster.pass(SECOND / 4);
    }
    cluster.pass(5 * SECOND);
  }

  /** Statements a second of each, in the order in which they joined. */
  private List<Long> statements() {
    members.forEach(member -> member.statements = 0);
    cluster.pass(SECONDS * SECOND);
    return members.stream().map(member -> member.statements / SECONDS).toList();
  }

  private static double mean(List<Long> values) {
    return values.stream().mapToLong(Long::longValue).average().orElseThrow();
  }

  @Test
  void theStatementsOfAWriterDoNotGrowWithTheGroup() {
    join(10);
    List<Long> often = statements();
    join(90);
    List<Long> ofAHundred = statements();

    System.out.printf(
        "a writer at rest asks %.1f times a second in a group of 10, and %.1f in one of 100%n",
        mean(often), mean(ofAHundred));
    // Two heartbeats a second, two announcements, and three rows with each.
    assertThat(ofAHundred.subList(3, 100)).allMatch(each -> each <= 10);
    assertThat(mean(ofAHundred)).isBetween(mean(often), 1.15 * mean(often));
    EventTime latest = members.get(0).horizon();
    assertThat(members)
        .allSatisfy(
            member -> {
              assertThat(member.view.settlers()).hasSize(100);
              assertThat(latest.ticks() - member.horizon().ticks())
                  .isLessThan(2 * EventTime.TICKS_PER_SECOND);
            });
  }

  @Test
  void othersWatch_whenAllWatchersDieAtOnce() {
    join(8);
    members.subList(0, 3).forEach(member -> member.machine.crash());
    EventTime before = members.get(7).horizon();

    cluster.pass(SETTINGS.lease().multipliedBy(3).toNanos() + 5 * SECOND);

    assertThat(members.subList(3, 8))
        .allSatisfy(
            member -> {
              assertThat(member.horizon().ticks() - before.ticks())
                  .isGreaterThan(15 * EventTime.TICKS_PER_SECOND);
              assertThat(member.view.settlers()).hasSize(5);
              assertThat(member.view.ended().contains(3)).isTrue();
            });
  }
}
