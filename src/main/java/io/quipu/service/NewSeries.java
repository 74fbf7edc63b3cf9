package io.quipu.service;

import io.quipu.engine.kind.Answer;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.input.Limits;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.service.rates.RateLimiter;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Bounds how many series a namespace may begin, if a bound is configured, like {@link NewCounters}.
 * A series that is not familiar is read first. It is new if it has no event that counts. Confined
 * to the context of one server instance.
 */
final class NewSeries {
  private final RateLimiter rates;
  private final Function<String, Future<Namespace>> namespaces;
  private final NewCounters.Reads reads;
  private final FamiliarCounters familiar = new FamiliarCounters();

  NewSeries(
      RateLimiter rates, Function<String, Future<Namespace>> namespaces, NewCounters.Reads reads) {
    this.rates = rates;
    this.namespaces = namespaces;
    this.reads = reads;
  }

  /**
   * Admits recordings. To be called before anything is recorded. Fails with a {@link
   * io.quipu.service.failure.ServiceFailure} if the new series exceed the limit of their namespace,
   * or if a series cannot be read.
   */
  Future<Void> admit(Collection<? extends Recording> recordings) {
    if (!rates.limitsNewSeries()) {
      return Future.succeededFuture();
    }
    Map<String, Set<CounterName>> strange = new TreeMap<>();
    for (Recording recording : recordings) {
      for (CounterName series : recording.series()) {
        if (!familiar.contains(series)) {
          strange.computeIfAbsent(series.namespace(), any -> new TreeSet<>()).add(series);
        }
      }
    }
    Future<Void> admitted = Future.succeededFuture();
    for (Map.Entry<String, Set<CounterName>> of : strange.entrySet()) {
      admitted = admitted.compose(done -> admit(of.getKey(), List.copyOf(of.getValue())));
    }
    return admitted;
  }

  private Future<Void> admit(String namespace, List<CounterName> strange) {
    Map<CounterName, Boolean> isNew = new HashMap<>();
    return namespaces
        .apply(namespace)
        .compose(found -> read(strange, found, isNew))
        .map(
            read -> {
              List<CounterName> fresh = new ArrayList<>();
              isNew.forEach(
                  (series, empty) -> {
                    if (empty) {
                      fresh.add(series);
                    }
                  });
              if (!fresh.isEmpty()) {
                rates.acquireNewSeries(namespace, fresh.size());
              }
              isNew.keySet().forEach(familiar::add);
              return null;
            });
  }

  private Future<Void> read(
      List<CounterName> strange, Namespace namespace, Map<CounterName, Boolean> isNew) {
    Future<Void> read = Future.succeededFuture();
    for (List<CounterName> some : BoundedConcurrency.chunks(strange, Limits.COUNTS)) {
      List<KnownCounter> known =
          some.stream().map(series -> new KnownCounter(series, namespace)).toList();
      read =
          read.compose(
              done -> reads.counts(known, answer -> isNew.put(series(answer), answer.isEmpty())));
    }
    return read;
  }

  private static CounterName series(Answer answer) {
    return answer.counter();
  }
}
