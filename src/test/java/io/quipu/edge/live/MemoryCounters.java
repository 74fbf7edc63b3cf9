package io.quipu.edge.live;

import io.quipu.engine.ingest.Append;
import io.quipu.engine.kind.AcknowledgedEvents;
import io.quipu.engine.kind.Answer;
import io.quipu.engine.kind.RecordOutcome;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Event;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.KnownCounter;
import io.quipu.engine.model.Namespace;
import io.quipu.engine.model.Tally;
import io.quipu.engine.query.Count;
import io.quipu.engine.query.QueryMessages;
import io.quipu.engine.query.Verdict;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.service.verticles.IngestAddresses;
import io.quipu.service.verticles.NamespaceVerticle;
import io.quipu.service.verticles.QueryAddresses;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Counters in memory behind the addresses of recording, reading and namespaces, as the live part
 * sees them; a test may make them fail. Every namespace exists but {@code nope}; {@code unique} is
 * of that kind.
 */
final class MemoryCounters extends VerticleBase {
  final Map<CounterName, Tally> tallies = new ConcurrentHashMap<>();
  final AtomicInteger reads = new AtomicInteger();

  /** Whether reads fail as they do without a quorum. */
  volatile boolean unreadable;

  /** What becomes of an append instead of being recorded; null records it. */
  volatile @Nullable Function<Append, RecordOutcome> fate;

  /** What settling comes to; an event with an id is counted once, in the order asked. */
  volatile Function<AcknowledgedEvents, CompletionStage<QueryMessages.Verdicts>> settling =
      this::settle;

  /** Whether anybody hears what is hinted, as a recording context knows it. */
  private volatile boolean hintsWanted;

  private final Set<String> settled = ConcurrentHashMap.newKeySet();

  /** Held back until it completes. */
  volatile Future<Void> namespacesAnswer = Future.succeededFuture();

  /** Held back until it completes. */
  volatile Future<Void> appendsAnswer = Future.succeededFuture();

  final AtomicInteger appendsUnderWay = new AtomicInteger();

  @Override
  public Future<?> start() {
    return Future.all(
        IngestAddresses.WATCHED.subscribe(vertx.eventBus(), wanted -> hintsWanted = wanted),
        NamespaceVerticle.FIND.serve(vertx.eventBus(), this::find),
        QueryAddresses.COUNT.instance(0).serve(vertx.eventBus(), this::read),
        QueryAddresses.VERDICTS.serve(vertx.eventBus(), recorded -> settling.apply(recorded)),
        IngestAddresses.RECORD.instance(0).serve(vertx.eventBus(), this::append));
  }

  private CompletionStage<Optional<Namespace>> find(String name) {
    Optional<Namespace> found =
        name.equals("nope")
            ? Optional.empty()
            : Optional.of(Namespace.of(name, name.equals("unique") ? "unique" : "event"));
    return namespacesAnswer.map(found).toCompletionStage();
  }

  private CompletionStage<Answer> read(KnownCounter asked) {
    CounterName counter = asked.name();
    reads.incrementAndGet();
    if (unreadable) {
      return CompletableFuture.failedFuture(new StoreUnavailable("no quorum", null));
    }
    Tally tally = tallies.getOrDefault(counter, Tally.ZERO);
    return CompletableFuture.completedFuture(new Count(counter, Tally.ZERO, EventTime.MIN, tally));
  }

  private CompletionStage<RecordOutcome> append(Recording recording) {
    Append append = (Append) recording;
    appendsUnderWay.incrementAndGet();
    Promise<RecordOutcome> outcome = Promise.promise();
    appendsAnswer.onComplete(
        now -> {
          appendsUnderWay.decrementAndGet();
          Function<Append, RecordOutcome> other = fate;
          outcome.complete(other == null ? record(append) : other.apply(append));
        });
    return outcome.future().toCompletionStage();
  }

  private RecordOutcome record(Append append) {
    long delta = append.events().stream().mapToLong(Event::delta).sum();
    happenElsewhere(append.counter(), delta);
    if (hintsWanted) {
      IngestAddresses.CHANGED.publish(
          vertx.eventBus(), new IngestAddresses.Changed(List.of(append.counter())));
    }
    UUID at = EventTime.ofEpochSecond(1_767_268_800).timeuuid(1, 1);
    return append.rowsWanted()
        ? new RecordOutcome.Recorded(at, List.of(at))
        : new RecordOutcome.Recorded(at);
  }

  CompletionStage<QueryMessages.Verdicts> settle(AcknowledgedEvents recorded) {
    return CompletableFuture.completedFuture(
        new QueryMessages.Verdicts(
            recorded.ids().stream()
                .map(id -> id == null || settled.add(id) ? Verdict.COUNTED : Verdict.DUPLICATE)
                .toList()));
  }

  /** An event that another instance acknowledged: nobody hints at it here. */
  void happenElsewhere(CounterName counter, long delta) {
    tallies.merge(counter, Tally.of(delta, 1), Tally::plus);
  }
}
