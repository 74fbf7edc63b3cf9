package io.quipu.edge.live;

import io.quipu.edge.counters.MemoryEngine;
import io.quipu.engine.ingest.Append;
import io.quipu.engine.kind.AcknowledgedEvents;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.query.QueryMessages;
import io.quipu.engine.query.Verdict;
import io.quipu.engine.state.Event;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.service.verticles.IngestVerticle;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Counters in memory that hint at their changes. Every namespace exists but {@code nope}; {@code
 * unique} is of that kind.
 */
final class MemoryCounters extends MemoryEngine {
  final AtomicInteger reads = new AtomicInteger();
  final AtomicInteger appendsUnderWay = new AtomicInteger();

  /** Whether reads fail as they do without a quorum. */
  volatile boolean unreadable;

  /** What becomes of an append instead of being recorded; null records it. */
  volatile @Nullable Function<Append, RecordOutcome> fate;

  /** Held back until it completes. */
  volatile Future<Void> namespacesAnswer = Future.succeededFuture();

  /** Held back until it completes. */
  volatile Future<Void> appendsAnswer = Future.succeededFuture();

  /** Whether anybody hears what is hinted, as a recording context knows it. */
  private volatile boolean hintsWanted;

  private final Set<String> settled = ConcurrentHashMap.newKeySet();
  private final EventBus bus;

  MemoryCounters(EventBus bus) {
    this.bus = bus;
    asUsual();
    IngestVerticle.WATCHED.subscribe(bus, wanted -> hintsWanted = wanted);
    serve(bus, 1);
  }

  /** Answers as before a test had it answer otherwise. */
  void asUsual() {
    onFind = this::find;
    onCount = this::read;
    onAppend = this::append;
    onVerdicts = this::settle;
    unreadable = false;
    fate = null;
    namespacesAnswer = Future.succeededFuture();
    appendsAnswer = Future.succeededFuture();
  }

  private CompletionStage<Optional<Namespace>> find(String name) {
    String kind = name.equals("unique") ? name : "event";
    Optional<Namespace> found = Optional.of(Namespace.of(name, kind));
    return namespacesAnswer.map(found.filter(any -> !name.equals("nope"))).toCompletionStage();
  }

  private CompletionStage<Answer> read(CounterName counter) {
    reads.incrementAndGet();
    return unreadable
        ? CompletableFuture.failedFuture(new StoreUnavailable("no quorum", null))
        : CompletableFuture.completedFuture(count(counter));
  }

  private CompletionStage<RecordOutcome> append(Append append) {
    appendsUnderWay.incrementAndGet();
    return appendsAnswer
        .toCompletionStage()
        .thenCompose(
            now -> {
              appendsUnderWay.decrementAndGet();
              Function<Append, RecordOutcome> other = fate;
              return other == null
                  ? record(append)
                  : CompletableFuture.completedFuture(other.apply(append));
            });
  }

  private CompletionStage<RecordOutcome> record(Append append) {
    CompletionStage<RecordOutcome> recorded = add(append);
    if (hintsWanted) {
      IngestVerticle.CHANGED.publish(bus, new IngestVerticle.Changed(List.of(append.counter())));
    }
    return recorded;
  }

  /** An event with an id is counted once, in the order asked. */
  private CompletionStage<QueryMessages.Verdicts> settle(AcknowledgedEvents recorded) {
    return CompletableFuture.completedFuture(
        new QueryMessages.Verdicts(
            recorded.events().stream()
                .map(Event::id)
                .map(id -> id == null || settled.add(id) ? Verdict.COUNTED : Verdict.DUPLICATE)
                .toList()));
  }

  /** An event that another instance acknowledged: nobody hints at it here. */
  void happenElsewhere(CounterName counter, long delta) {
    tallies.merge(counter, Tally.of(delta, 1), Tally::plus);
  }
}
