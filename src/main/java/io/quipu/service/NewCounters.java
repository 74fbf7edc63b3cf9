package io.quipu.service;

import io.quipu.engine.input.Limits;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.service.access.Access;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * Bounds how many new counters a caller may record into, and how many series a namespace may begin,
 * if such a bound is configured. A counter or series that is not familiar is read first. It is new
 * if it has no event that counts, recorded by any instance. So no caller is refused for a counter
 * or series that has such an event, not even after a restart. If no bound is configured, nothing is
 * read. Confined to the context of one server instance.
 */
final class NewCounters {
  private final Access access;
  private final Function<String, Future<Namespace>> namespaces;
  private final Reads reads;
  private final FamiliarCounters familiar = new FamiliarCounters();

  /** Reads counters. */
  @FunctionalInterface
  interface Reads {
    /** Passes each answer to {@code each} when the answer arrives; fails if one read fails. */
    Future<Void> counts(List<KnownCounter> counters, Consumer<Answer> each);
  }

  /**
   * @param namespaces finds a namespace by its name
   */
  NewCounters(Access access, Function<String, Future<Namespace>> namespaces, Reads reads) {
    this.access = access;
    this.namespaces = namespaces;
    this.reads = reads;
  }

  /** Tells whether a bound on new counters is configured. */
  boolean areBounded() {
    return access.rates().limitsNewCounters();
  }

  /**
   * Admits a caller to record into counters. To be called before anything is recorded. Fails with a
   * {@link ServiceFailure} if the new counters exceed the limit of the caller, or if a counter
   * cannot be read.
   */
  Future<Void> admit(Asker asker, List<KnownCounter> counters) {
    Map<CounterName, KnownCounter> strange = new LinkedHashMap<>();
    for (KnownCounter counter : counters) {
      if (access.rates().limitsNewCounters(asker.caller(), counter.name().namespace())
          && !familiar.contains(counter.name())) {
        strange.put(counter.name(), counter);
      }
    }
    return admit(
        List.copyOf(strange.values()),
        some -> access.rates().acquireNew(asker.caller(), asker.address(), some));
  }

  /** Tells whether a bound on new series is configured. */
  boolean areSeriesBounded() {
    return access.rates().limitsNewSeries();
  }

  /**
   * Admits recordings into series. To be called before anything is recorded. Fails with a {@link
   * ServiceFailure} if the new series exceed the limit of their namespace, or if a series cannot be
   * read.
   */
  Future<Void> admitSeries(Collection<? extends Recording> recordings) {
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
      admitted = admitted.compose(done -> admitSeries(of.getKey(), of.getValue()));
    }
    return admitted;
  }

  private Future<Void> admitSeries(String namespace, Set<CounterName> strange) {
    return namespaces
        .apply(namespace)
        .compose(
            found ->
                admit(
                    strange.stream().map(series -> new KnownCounter(series, found)).toList(),
                    some -> access.rates().acquireNewSeries(namespace, some)));
  }

  /** Reads counters or series. All become familiar, the new ones once they are acquired. */
  private Future<Void> admit(List<KnownCounter> strange, IntConsumer acquire) {
    Set<CounterName> fresh = new HashSet<>();
    Future<Void> read = Future.succeededFuture();
    for (List<KnownCounter> some : BoundedConcurrency.chunks(strange, Limits.COUNTS)) {
      read = read.compose(done -> reads.counts(some, each -> note(each, fresh)));
    }
    return read.map(
        done -> {
          if (!fresh.isEmpty()) {
            acquire.accept(fresh.size());
            fresh.forEach(familiar::add);
          }
          return null;
        });
  }

  private void note(Answer answer, Set<CounterName> fresh) {
    if (answer.isEmpty()) {
      fresh.add(answer.counter());
    } else {
      familiar.add(answer.counter());
    }
  }
}
