package io.quipu.engine.ingest;

import static io.quipu.engine.ingest.RecordingLane.assertRefused;
import static io.quipu.engine.ingest.RecordingLane.ids;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import io.quipu.engine.time.Done;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Namespaces take turns: none waits for all that waits of another. */
class NamespaceTurnsTest {
  private static final int ROWS = 512;
  private static final CounterName LOUD = counter("loud");
  private static final CounterName QUIET = counter("quiet");

  private final RecordingLane lane =
      new RecordingLane(
          new CommitBounds(100_000, 1_000_000_000L, ROWS, 10_000_000, 4, Duration.ofSeconds(3)));

  private static CounterName counter(String namespace) {
    return RecordingLane.counters(0, namespace, "c").findFirst().orElseThrow();
  }

  @Test
  void isInTheNextWrite_howeverMuchOfAnotherNamespaceWaitedBefore() {
    lane.log.hold();
    lane.send(LOUD, ids(1));
    for (int i = 0; i < 20; i++) {
      lane.send(LOUD, ids(1_000));
    }
    CompletableFuture<RecordOutcome> quiet = lane.append(QUIET);
    lane.write(0).written();
    assertThat(lane.write(1).rows()).hasSize(ROWS);
    lane.write(1).written();
    assertThat(Done.value(quiet)).isInstanceOf(Recorded.class);
  }

  @Test
  void sharesAWriteInTurns_andLosesNothing() {
    lane.log.hold();
    lane.send(LOUD, ids(1));
    List<CompletableFuture<RecordOutcome>> all = new ArrayList<>();
    for (String namespace : List.of("a", "b", "c")) {
      all.add(lane.append(counter(namespace), ids(400)));
    }
    lane.write(0).written();
    int ofC =
        lane.write(1).parts().stream()
            .filter(part -> part.counter().namespace().equals("c"))
            .mapToInt(part -> part.rows().size())
            .sum();
    assertThat(ofC).isBetween(128, 192);
    for (int i = 1; !all.stream().allMatch(CompletableFuture::isDone); i++) {
      lane.write(i).written();
    }
    assertThat(all).allMatch(answer -> Done.value(answer) instanceof Recorded);
  }

  @Test
  void hasRoom_whereAnotherNamespaceHasFilledTheQueue() {
    lane.log.hold();
    lane.send(LOUD, ids(1));
    CompletableFuture<RecordOutcome> next = lane.append(LOUD, ids(5_000));
    while (!next.isDone()) {
      next = lane.append(LOUD, ids(5_000));
    }
    assertRefused(next, Refusal.QUEUE_FULL);
    while (!lane.append(LOUD, Event.ONE).isDone()) {
      // what is left of its half
    }
    CompletableFuture<RecordOutcome> quiet = lane.append(QUIET, ids(300));
    assertThat(quiet).isNotDone();
    assertRefused(lane.append(QUIET, ids(300)), Refusal.QUEUE_FULL);
    lane.write(0).written();
    for (int i = 1; !quiet.isDone(); i++) {
      lane.write(i).written();
    }
    assertThat(Done.value(quiet)).isInstanceOf(Recorded.class);
    lane.send(QUIET, ids(300));
  }
}
