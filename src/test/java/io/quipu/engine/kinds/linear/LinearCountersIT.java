package io.quipu.engine.kinds.linear;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.quipu.cassandra.CassandraStores;
import io.quipu.cassandra.kinds.CassandraLinearStore;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.cassandra.session.OwnerContext;
import io.quipu.cassandra.session.StoreSession;
import io.quipu.engine.kind.RecorderSite;
import io.quipu.engine.kinds.linear.IncrementOutcome.OutcomeUnknown;
import io.quipu.engine.kinds.linear.IncrementOutcome.Refused;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.state.Event;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.time.Clock;
import io.quipu.engine.writer.Confirmation;
import io.quipu.ops.config.Consistency;
import io.quipu.service.bus.ContextScheduler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Three instances with 64 clients each, all of one counter, over a real Cassandra. */
@ExtendWith(StoreSession.Extension.class)
class LinearCountersIT {
  private static final int INSTANCES = 3;
  private static final int CLIENTS = 64;

  private static final List<OwnerContext> contexts = new ArrayList<>();
  private static final List<CassandraLinearStore> stores = new ArrayList<>();
  private static final List<LinearCounters> instances = new ArrayList<>();

  @BeforeAll
  static void open(StoreSession shared) {
    for (int i = 0; i < INSTANCES; i++) {
      OwnerContext context = new OwnerContext();
      contexts.add(context);
      CassandraSession session =
          CassandraStores.open(
              context.vertx(),
              shared.config(Consistency.QUORUM),
              CassandraLinearStore.STATEMENTS,
              null);
      stores.add(new CassandraLinearStore(session, context.context()));
      instances.add(
          new LinearCounters(
              stores.get(i),
              new LinearRules(
                  name ->
                      CompletableFuture.completedStage(Optional.of(Namespace.of(name, "linear"))),
                  Clock.system()),
              new RecorderSite(
                  null,
                  () -> null,
                  Confirmation.LEASED,
                  new ContextScheduler(context.context()),
                  Clock.system(),
                  0,
                  changed -> {}),
              () -> ThreadLocalRandom.current().nextDouble(),
              UUID.randomUUID(),
              LinearSettings.of(10_000, 10_000_000),
              new LinearMeters(new CompositeMeterRegistry())));
    }
  }

  @AfterAll
  static void close() {
    contexts.forEach(OwnerContext::close);
  }

  @Test
  void everyValueIsToldOnce_inOrder_withoutGaps() {
    CounterName counter = new CounterName("stock", "ones");
    List<Sent> sent = load(counter, 20, event -> sent(counter, Bounds.NONE, Event.ONE));

    assertThat(sent).allMatch(Sent::isRecorded);
    LinearState end = end(counter);
    assertThat(end.count()).isEqualTo(INSTANCES * CLIENTS * 20);
    LinearChecker checker = new LinearChecker(sent, List.of(), end);
    checker.checkOnes();
    assertThat(checker.violations()).isEmpty();
    assertThat(end.version()).isLessThan(end.count() / 5);
  }

  @Test
  void exactlyAsManySucceedAsTheBoundAllows() {
    CounterName counter = new CounterName("stock", "bounded");
    Bounds bounds = Bounds.of(null, 10_000L);
    List<Sent> sent = load(counter, 60, event -> sent(counter, bounds, Event.ONE));

    assertThat(sent.stream().filter(Sent::isRecorded)).hasSize(10_000);
    assertThat(sent.stream().filter(Sent::isRefusedByBound))
        .hasSize(INSTANCES * CLIENTS * 60 - 10_000);
    LinearChecker checker = new LinearChecker(sent, List.of(), end(counter));
    checker.checkOnes();
    assertThat(checker.violations()).isEmpty();
  }

  @Test
  void idsCountOnce_andValuesAreThoseOfTheOrder_upAndDownWithinBounds() {
    CounterName counter = new CounterName("stock", "ids");
    Bounds bounds = new Bounds(0, 50);
    List<Sent> sent =
        load(
            counter,
            20,
            event -> sent(counter, bounds, new Event(event % 3 == 0 ? 5 : -2, "id-" + event)));
    List<Sent> again = new ArrayList<>();
    for (Sent one : sent) {
      again.add(one);
      if (one.isRecorded() && again.size() % 10 == 0) {
        IncrementOutcome first = one.outcome;
        await(record(again.size() % INSTANCES, one));
        assertThat(one.recorded().last().count())
            .isEqualTo(((IncrementOutcome.Recorded) first).last().count());
      }
    }

    assertThat(sent).anyMatch(Sent::isRecorded).anyMatch(Sent::isRefusedByBound);
    LinearChecker checker = new LinearChecker(sent, List.of(), end(counter));
    checker.checkIds(remembered(counter, sent), Namespace.of(counter.namespace(), "linear"));
    assertThat(checker.violations()).isEmpty();
  }

  private static Sent sent(CounterName counter, Bounds bounds, Event event) {
    return new Sent(counter, bounds, List.of(event));
  }

  /** So many events of each client, one after the other, all clients at once. */
  private static List<Sent> load(CounterName counter, int each, IntFunction<Sent> make) {
    List<Sent> all = new ArrayList<>();
    List<CompletableFuture<Void>> clients = new ArrayList<>();
    for (int client = 0; client < INSTANCES * CLIENTS; client++) {
      int instance = client % INSTANCES;
      List<Sent> own = new ArrayList<>();
      for (int i = 0; i < each; i++) {
        own.add(make.apply(all.size() + i));
      }
      all.addAll(own);
      clients.add(
          CompletableFuture.supplyAsync(
                  () -> BoundedConcurrency.forEach(1, own, one -> record(instance, one)),
                  contexts.get(instance))
              .thenCompose(done -> done));
    }
    clients.forEach(LinearCountersIT::await);
    assertThat(all).noneMatch(one -> one.outcome instanceof OutcomeUnknown);
    assertThat(all).noneMatch(one -> one.outcome instanceof Refused);
    assertThat(all).allMatch(one -> one.counter.equals(counter));
    return all;
  }

  private static CompletionStage<Void> record(int instance, Sent one) {
    return CompletableFuture.supplyAsync(
            () -> {
              int sending = one.send(System.nanoTime());
              return instances
                  .get(instance)
                  .record(new Increment(one.counter, one.bounds, one.events))
                  .thenAccept(outcome -> one.answer(sending, outcome, System.nanoTime()));
            },
            contexts.get(instance))
        .thenCompose(done -> done);
  }

  private static LinearState end(CounterName counter) {
    return contexts.get(0).call(() -> stores.get(0).readSerial(counter));
  }

  private static Map<String, RememberedEvent> remembered(CounterName counter, List<Sent> sent) {
    Map<String, RememberedEvent> all = new HashMap<>();
    List<String> ids = sent.stream().map(one -> one.events.get(0).id()).toList();
    for (List<String> some : BoundedConcurrency.chunks(ids, 500)) {
      all.putAll(contexts.get(0).call(() -> stores.get(0).remembered(counter, some)));
    }
    return all;
  }

  private static <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }
}
