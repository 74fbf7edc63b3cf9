package io.quipu.service.verticles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.ingest.Append;
import io.quipu.engine.ingest.CommitBounds;
import io.quipu.engine.ingest.IngestMeters;
import io.quipu.engine.ingest.Reset;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.TestKinds;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.engine.writer.Confirmation;
import io.quipu.engine.writer.EndedWriters;
import io.quipu.engine.writer.GroupTime;
import io.quipu.engine.writer.Incarnation;
import io.quipu.engine.writer.Lease;
import io.quipu.engine.writer.WriterView;
import io.quipu.service.bus.ContextScheduler;
import io.quipu.service.bus.LocalCodec;
import io.quipu.testing.dev.TestPatience;
import io.quipu.testing.sim.scripted.ScriptedStores;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.Timeout;
import io.vertx.junit5.VertxExtension;
import io.vertx.junit5.VertxTestContext;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class IngestVerticleTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final CounterName B = new CounterName("votes", "b");

  private final Clock clock = Clock.system();
  private final Queue<CounterName> hints = new ConcurrentLinkedQueue<>();
  private final Queue<CounterName> touched = new ConcurrentLinkedQueue<>();
  private Vertx vertx;

  @BeforeEach
  @Timeout(value = 2, timeUnit = TimeUnit.MINUTES)
  void start(Vertx started, VertxTestContext ready) {
    vertx = started;
    LocalCodec.register(vertx.eventBus());
    Lease lease = new Lease(clock, Duration.ofHours(1), Lease.sample(clock));
    Incarnation writer =
        new Incarnation(new UUID(0, 1), 1, clock.wall(), lease, new GroupTime(clock, clock.wall()));
    IngestVerticle verticle =
        new IngestVerticle(
            TestKinds.TALLIES,
            context -> new ScriptedStores().site(clock, new ContextScheduler(context)),
            context -> Confirmation.LEASED,
            CommitBounds.of(10_000, 10_000_000L),
            0,
            new IngestMeters(new SimpleMeterRegistry()));
    IngestVerticle.CHANGED
        .subscribe(vertx.eventBus(), changed -> hints.addAll(changed.counters()))
        .compose(
            heard ->
                IngestVerticle.TOUCHED.subscribe(
                    vertx.eventBus(), some -> touched.addAll(some.counters())))
        .compose(heard -> vertx.deployVerticle(verticle))
        .compose(
            deployed ->
                WriterVerticle.LOW
                    .instance(0)
                    .request(vertx.eventBus(), writer, TestPatience.LIMIT))
        .onComplete(ready.succeedingThenComplete());
  }

  private Future<RecordOutcome> ask(Recording recording) {
    return IngestVerticle.RECORD
        .instance(0)
        .request(vertx.eventBus(), recording, TestPatience.LIMIT);
  }

  private void record(CounterName counter) {
    Append append = new Append(counter, 1, List.of(Event.ONE));
    assertThat(TestPatience.join(ask(append).toCompletionStage())).isInstanceOf(Recorded.class);
  }

  private void watched(boolean wanted) {
    IngestVerticle.WATCHED.publish(vertx.eventBus(), wanted);
  }

  /** Messages to the verticle keep their order, so what was said before a request is known. */
  @Test
  void hintsAtChanges_onlyWhileSomethingIsWatched() {
    record(A);
    watched(true);
    record(B);
    await().atMost(TestPatience.LIMIT).until(() -> !hints.isEmpty());
    assertThat(hints).containsExactly(B);
    watched(false);
    record(A);
    watched(true);
    record(B);
    await().atMost(TestPatience.LIMIT).until(() -> hints.size() >= 2);
    assertThat(hints).containsExactly(B, B);
  }

  @Test
  void aResetWaitsForTheHorizon_andHintsThatItsCounterMayHaveChanged() {
    watched(true);
    Future<RecordOutcome> reset = ask(new Reset(A, 1, RetentionClass.USUAL));
    await().atMost(TestPatience.LIMIT).until(() -> !touched.isEmpty());
    assertThat(touched).containsExactly(A);
    assertThat(reset.isComplete()).isFalse();
    EventTime horizon = clock.wall().plusTicks(EventTime.TICKS_PER_SECOND);
    WriterVerticle.VIEW.publish(
        vertx.eventBus(),
        new WriterView(
            new UUID(0, 1), horizon, EventTime.MIN, horizon, List.of(), EndedWriters.NONE));
    assertThat(TestPatience.join(reset.toCompletionStage())).isInstanceOf(Recorded.class);
    assertThat(hints).as("events").isEmpty();
  }
}
