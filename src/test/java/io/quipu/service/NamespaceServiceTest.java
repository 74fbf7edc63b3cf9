package io.quipu.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.kind.TestKinds;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.ops.trace.Tracing;
import io.quipu.service.access.AccessRules;
import io.quipu.service.bus.LocalCodec;
import io.quipu.service.verticles.NamespaceVerticle;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NamespaceServiceTest {
  private static final Namespace VOTES = Namespace.of("votes", "event");
  private static final KnownCounter READ =
      new KnownCounter(new CounterName("votes", "back in black"), VOTES);

  private final HandDrivenTime time = new HandDrivenTime();
  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final BlockingQueue<CompletableFuture<Optional<Namespace>>> asked =
      new LinkedBlockingQueue<>();
  private KnownNamespaces namespaces;

  @BeforeEach
  void serve() {
    LocalCodec.register(vertx.eventBus());
    NamespaceVerticle.FIND
        .serve(
            vertx.eventBus(),
            name -> {
              CompletableFuture<Optional<Namespace>> answer = new CompletableFuture<>();
              asked.add(answer);
              return answer;
            })
        .await();
    ServiceSettings settings =
        new ServiceSettings(
            TestKinds.TALLIES,
            1,
            1,
            new Layout(4, 2, 42, Duration.ofMinutes(1)),
            time,
            Duration.ofSeconds(30),
            AccessRules.OPEN,
            Tracing.NONE);
    namespaces = new NamespaceService(vertx.eventBus(), settings, time).known();
  }

  @AfterEach
  void close() {
    vertx.close().await();
  }

  private <T> Future<T> onContext(Supplier<Future<T>> call) {
    Promise<T> called = Promise.promise();
    context.runOnContext(now -> call.get().onComplete(called));
    return called.future();
  }

  private Future<Void> requireUndeleted() {
    return onContext(() -> namespaces.requireUndeleted(List.of(READ)));
  }

  @Test
  void aReadIsAnswered_whenSomebodyChangesItsNamespaceMeanwhile() throws Exception {
    Future<Void> read = requireUndeleted();
    CompletableFuture<Optional<Namespace>> ofRead = asked.take();
    Future<Namespace> changed = onContext(() -> namespaces.fresh("votes"));
    CompletableFuture<Optional<Namespace>> afterChange = asked.take();
    ofRead.complete(Optional.of(VOTES));
    read.await();
    afterChange.complete(Optional.of(VOTES));
    changed.await();
  }

  @Test
  void aReadIsNotAnswered_bySettingsThatWereAskedForFiveSecondsAgo() throws Exception {
    Future<Void> read = requireUndeleted();
    CompletableFuture<Optional<Namespace>> ofRead = asked.take();
    time.passMillis(5_000);
    ofRead.complete(Optional.of(VOTES));
    assertThatThrownBy(read::await).hasMessageContaining("no answer in time");
  }

  @Test
  void aReadIsNotAnswered_whenItsNamespaceWasDeletedAndCreatedAgain() throws Exception {
    Future<Void> read = requireUndeleted();
    asked.take().complete(Optional.of(VOTES.after(VOTES.gone())));
    assertThatThrownBy(read::await).hasMessageContaining("deleted while it was read");
    assertThat(asked).isEmpty();
  }
}
