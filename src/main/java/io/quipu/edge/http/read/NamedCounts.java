package io.quipu.edge.http.read;

import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.service.Asker;
import io.quipu.service.Questions;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Counts of many counters, by the names that their callers say. */
record NamedCounts(Questions questions, Asker asker) {
  /**
   * Reads counts together: those of a page are one read. Each completes when it arrives. If a rate
   * refuses, or a read fails, the counts that have not arrived fail.
   *
   * @param counters counters for which the caller has paid, but not their namespaces
   */
  Map<CounterName, Future<Answer>> of(Collection<KnownCounter> counters) {
    Map<CounterName, KnownCounter> asked = new LinkedHashMap<>();
    Map<CounterName, Promise<Answer>> counts = new LinkedHashMap<>();
    for (KnownCounter counter : counters) {
      asked.put(counter.name().named(), counter);
      counts.put(counter.name().named(), Promise.promise());
    }
    read(asked.values(), counts)
        .onFailure(failure -> counts.values().forEach(count -> count.tryFail(failure)));
    Map<CounterName, Future<Answer>> answers = new LinkedHashMap<>();
    counts.forEach((name, count) -> answers.put(name, count.future()));
    return answers;
  }

  private Future<Void> read(
      Collection<KnownCounter> asked, Map<CounterName, Promise<Answer>> counts) {
    try {
      asker.payOfEach(asked, counter -> counter.name().namespace());
    } catch (ServiceFailure excess) {
      return Future.failedFuture(excess);
    }
    return questions.counts(
        asked,
        asker.paid(),
        answer -> Objects.requireNonNull(counts.get(answer.counter().named())).complete(answer));
  }
}
