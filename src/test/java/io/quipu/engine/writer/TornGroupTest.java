package io.quipu.engine.writer;

import static io.quipu.engine.writer.TestWriters.SETTINGS;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.time.Done;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.testing.sim.scripted.ScriptedWriterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** A look at the group, of which one replica has the third join and lacks the second. */
class TornGroupTest {
  private static final WriterMeters METERS = new WriterMeters(new SimpleMeterRegistry());

  private final HandDrivenTime time = new HandDrivenTime();
  private final ScriptedWriterRegistry registry = new ScriptedWriterRegistry();
  private final List<WriterView> views = new ArrayList<>();
  private long names;

  /** A process that records. */
  private final class Recording {
    private final Incarnation incarnation = join();
    private final Watermark watermark = new Watermark(incarnation, 0);
    private final Heartbeat heartbeat =
        new Heartbeat(
            registry,
            time,
            incarnation,
            asking -> CompletableFuture.completedStage(watermark.low()),
            METERS);

    private void beat() {
      Done.value(heartbeat.beat());
    }

    private GroupWatch watch() {
      return new GroupWatch(
          registry,
          incarnation,
          new FailureDetector(time),
          views::add,
          METERS,
          SETTINGS.watchers());
    }
  }

  private Incarnation join() {
    CompletionStage<Incarnation> joining =
        new Joining(registry, time, time, SETTINGS, () -> new UUID(1, ++names)).join();
    time.pass(SETTINGS.heartbeat().multipliedBy(3));
    return Done.value(joining);
  }

  @Test
  void announcesNothingPastTheUndecided_ofAMemberThatOneReplicaHasYetToHearOf() {
    Recording first = new Recording();
    List<Recording> others = new ArrayList<>();
    List<EventTime> undecided = new ArrayList<>();
    registry.betweenTheReplicasOfTheNextRead(
        () -> {
          Recording second = new Recording();
          undecided.add(second.watermark.mint(1).first());
          second.beat();
          others.add(second);
          others.add(new Recording());
          first.beat();
        });

    Done.value(first.watch().look());

    assertThat(others.get(0).incarnation.lease().holds()).as("it may acknowledge").isTrue();
    assertThat(registry.stored().generation()).isEqualTo(3);
    assertThat(registry.stored().horizon()).isLessThanOrEqualTo(undecided.get(0));
    assertThat(views).allMatch(view -> !view.horizon().isAfter(undecided.get(0)));
  }

  @Test
  void saysOfNobodyThatHeHasEnded_whomOneReplicaHasYetToHearOf() {
    Recording first = new Recording();
    List<Incarnation> others = new ArrayList<>();
    registry.betweenTheReplicasOfTheNextRead(
        () -> {
          others.add(join());
          others.add(join());
        });

    Done.value(first.watch().look());

    assertThat(others).extracting(Incarnation::number).containsExactly(2L, 3L);
    assertThat(views)
        .isNotEmpty()
        .allSatisfy(
            view -> {
              assertThat(view.ended().contains(2)).isFalse();
              assertThat(view.settlers()).hasSize(3);
            });
  }
}
