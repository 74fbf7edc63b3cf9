package io.quipu.service;

import io.quipu.engine.kind.Answer;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.KnownCounter;
import io.quipu.engine.model.Limits;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.service.access.Access;
import io.quipu.service.auth.Caller;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Bounds how many counters a caller may begin, where that is asked for. A counter that nothing is
 * known of is read first: it is new if no event of it counts, whichever instance has recorded it.
 * So nobody is refused for a counter that exists, also after a restart. Without the bound nothing
 * is read. Confined to the context of one server instance.
 */
public final class NewCounters {
  private final Access access;
  private final Reads reads;
  private final FamiliarCounters familiar = new FamiliarCounters();

  /** Reads counters. */
  @FunctionalInterface
  interface Reads {
    /** Tells each answer as it comes; the future fails if one of them does not. */
    Future<Void> counts(List<KnownCounter> counters, Consumer<Answer> each);
  }

  NewCounters(Access access, Reads reads) {
    this.access = access;
    this.reads = reads;
  }

  /** Tells whether there is anything to ask here. */
  public boolean areBounded() {
    return access.rates().limitsNewCounters();
  }

  /**
   * Lets a caller record into counters. Fails with a {@link ServiceFailure} if too many of them are
   * new, or if that cannot be told; nothing was written then.
   *
   * @param address of the caller
   */
  public Future<Void> admit(Caller caller, String address, List<KnownCounter> counters) {
    Map<CounterName, KnownCounter> strange = new LinkedHashMap<>();
    for (KnownCounter counter : counters) {
      if (access.rates().limitsNewCounters(caller, counter.name().namespace())
          && !familiar.contains(counter.name())) {
        strange.put(counter.name(), counter);
      }
    }
    return strange.isEmpty()
        ? Future.succeededFuture()
        : empty(List.copyOf(strange.values()))
            .map(
                fresh -> {
                  if (!fresh.isEmpty()) {
                    access.rates().acquireNew(caller, address, fresh.size());
                    fresh.forEach(familiar::add);
                  }
                  return null;
                });
  }

  /** Finds the counters of which no event counts; the others are familiar from now on. */
  private Future<Set<CounterName>> empty(List<KnownCounter> strange) {
    Set<CounterName> empty = new HashSet<>();
    Future<Void> read = Future.succeededFuture();
    for (List<KnownCounter> some : BoundedConcurrency.chunks(strange, Limits.COUNTS)) {
      read = read.compose(done -> reads.counts(some, each -> note(each, empty)));
    }
    return read.map(empty);
  }

  private void note(Answer answer, Set<CounterName> empty) {
    if (answer.isEmpty()) {
      empty.add(answer.counter());
    } else {
      familiar.add(answer.counter());
    }
  }
}
