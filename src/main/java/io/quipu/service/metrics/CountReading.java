package io.quipu.service.metrics;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.CountMetrics;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.time.Clock;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads the counts that are metrics.
 *
 * @param names the names of namespaces that ask for metrics, in any order
 * @param find finds a namespace; empty if there is none any more
 * @param counts reads counters
 */
record CountReading(
    Supplier<Future<List<String>>> names,
    Function<String, Future<Optional<Namespace>>> find,
    BiFunction<Collection<KnownCounter>, Consumer<Answer>, Future<Void>> counts,
    KnownKinds kinds,
    Clock clock,
    CountMeters meters) {
  /** The maximum number of counters that an instance shows. */
  static final int MOST = 1_000;

  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * Reads and shows the counts. Fails if a read is not possible now; the counts of before then stay
   * and become older.
   */
  Future<Void> read() {
    long begin = clock.monotonicNanos();
    return names
        .get()
        .compose(this::namespaces)
        .compose(
            namespaces -> {
              List<KnownCounter> asked = asked(namespaces);
              List<KnownCounter> some = asked.subList(0, Math.min(MOST, asked.size()));
              List<Answer> answers = new ArrayList<>();
              return counts
                  .apply(some, answers::add)
                  .onSuccess(
                      done ->
                          meters.show(
                              answers,
                              (clock.monotonicNanos() - begin) / NANOS_PER_SECOND,
                              asked.size() - some.size()));
            });
  }

  /** Finds namespaces one after the other, so that nothing else has to wait. */
  private Future<List<Namespace>> namespaces(List<String> found) {
    List<Namespace> all = new ArrayList<>();
    Future<Void> done = Future.succeededFuture();
    for (String name : found.stream().sorted().toList()) {
      done =
          done.compose(before -> find.apply(name))
              .map(
                  one -> {
                    one.filter(this::isKnown).ifPresent(all::add);
                    return null;
                  });
    }
    return done.map(all);
  }

  /** Tells whether this version has the kind of a namespace. */
  private boolean isKnown(Namespace namespace) {
    try {
      kinds.of(namespace);
      return true;
    } catch (InvalidInput ofLaterVersion) {
      return false;
    }
  }

  /** The counters in the order of their names, so that every instance leaves out the same. */
  private static List<KnownCounter> asked(List<Namespace> namespaces) {
    return namespaces.stream()
        .flatMap(
            namespace ->
                CountMetrics.of(namespace).stream()
                    .sorted(Comparator.comparing(CounterName::name))
                    .map(name -> new KnownCounter(name, namespace)))
        .toList();
  }
}
