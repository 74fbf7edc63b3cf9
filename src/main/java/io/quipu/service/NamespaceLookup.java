package io.quipu.service;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.service.failure.Reason;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds the namespaces of a list of counters, at most 32 namespaces at a time. */
final class NamespaceLookup {
  private static final int AT_ONCE = 32;

  private final Function<String, Future<Namespace>> find;
  private final @Nullable String list;
  private final Map<String, Namespace> found = new HashMap<>();

  /**
   * @param find finds one namespace; fails with {@link Reason#UNKNOWN_NAMESPACE} if the namespace
   *     does not exist
   * @param list the name of the list in the request; the failure for an unknown namespace has this
   *     name, and the index of the first counter in that namespace; null if there is no list
   */
  NamespaceLookup(Function<String, Future<Namespace>> find, @Nullable String list) {
    this.find = find;
    this.list = list;
  }

  /** Finds the namespaces of all counters, by name. Fails if one namespace cannot be found. */
  Future<Map<String, Namespace>> of(List<CounterName> counters) {
    Map<String, Integer> firsts = new LinkedHashMap<>();
    for (int i = 0; i < counters.size(); i++) {
      firsts.putIfAbsent(counters.get(i).namespace(), i);
    }
    return find(List.copyOf(firsts.entrySet()), 0);
  }

  private Future<Map<String, Namespace>> find(List<Map.Entry<String, Integer>> firsts, int from) {
    if (from >= firsts.size()) {
      return Future.succeededFuture(found);
    }
    int to = Math.min(firsts.size(), from + AT_ONCE);
    List<Future<?>> wave = new ArrayList<>();
    for (Map.Entry<String, Integer> first : firsts.subList(from, to)) {
      wave.add(
          find.apply(first.getKey())
              .onSuccess(namespace -> found.put(namespace.name(), namespace))
              .recover(failure -> Future.failedFuture(at(first.getValue(), failure))));
    }
    return Future.join(wave).recover(some -> firstFailure(wave)).compose(all -> find(firsts, to));
  }

  private static <T> Future<T> firstFailure(List<Future<?>> wave) {
    for (Future<?> one : wave) {
      if (one.failed()) {
        return Future.failedFuture(one.cause());
      }
    }
    throw new IllegalStateException("nothing failed");
  }

  private Throwable at(int index, Throwable failure) {
    return list != null
            && failure instanceof ServiceFailure known
            && known.reason() == Reason.UNKNOWN_NAMESPACE
        ? known.inElement(list, index)
        : failure;
  }
}
