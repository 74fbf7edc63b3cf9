package io.quipu.service;

import io.quipu.engine.kind.Answer;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.input.Limits;
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
 * Bounds how many new counters a caller may record into, if a bound is configured. A counter that
 * is not familiar is read first. The counter is new if it has no event that counts, recorded by any
 * instance. So no caller is refused for a counter that has such an event, not even after a restart.
 * If no bound is configured, no counter is read. Confined to the context of one server instance.
 */
public final class NewCounters {
  private final Access access;
  private final Reads reads;
  private final FamiliarCounters familiar = new FamiliarCounters();

  /** Reads counters. */
  @FunctionalInterface
  interface Reads {
    /** Passes each answer to {@code each} when the answer arrives; fails if one read fails. */
    Future<Void> counts(List<KnownCounter> counters, Consumer<Answer> each);
  }

  NewCounters(Access access, Reads reads) {
    this.access = access;
    this.reads = reads;
  }

  /** Tells whether a bound on new counters is configured. */
  public boolean areBounded() {
    return access.rates().limitsNewCounters();
  }

  /**
   * Admits a caller to record into counters. To be called before anything is recorded. Fails with a
   * {@link ServiceFailure} if the new counters exceed the limit of the caller, or if a counter
   * cannot be read.
   *
   * @param address of the caller; has its own limit if callers do not present keys or tokens
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

  /** Finds the counters that have no event that counts; the other counters become familiar. */
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
