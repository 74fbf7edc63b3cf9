package io.quipu.service;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.Publicity;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.namespace.DeleteOutcome;
import io.quipu.engine.namespace.DeletedNamespace;
import io.quipu.engine.namespace.NamespacePut;
import io.quipu.engine.namespace.Namespaces;
import io.quipu.engine.namespace.Precondition;
import io.quipu.engine.namespace.PurgeOutcome;
import io.quipu.engine.namespace.PutOutcome;
import io.quipu.engine.store.CounterPurges.PurgedCounter;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.windows.EventTime;
import io.quipu.service.bus.BusFailure;
import io.quipu.service.bus.ListRequest;
import io.quipu.service.failure.Reason;
import io.quipu.service.failure.ServiceFailure;
import io.quipu.service.verticles.NamespaceVerticle;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds, lists, creates and changes namespaces. Confined to one context. */
public final class NamespaceService {
  private final EventBus bus;
  private final Duration timeout;
  private final Duration changesHoldAfter;
  private final int deletionUnits;
  private final NamespaceCache cache;

  /**
   * The namespaces that strangers have named, apart from those that callers use, and with stand-ins
   * for those that do not exist. So the time of an answer does not tell a stranger which exist, nor
   * which are in use.
   */
  private final NamespaceCache ofStrangers;

  private final NamespaceUse uses = new NamespaceUse(this::now);

  NamespaceService(EventBus bus, ServiceSettings settings, Scheduler scheduler) {
    this.bus = bus;
    this.timeout = settings.timeout();
    Duration ofKinds = settings.kinds().changesHoldAfter();
    this.changesHoldAfter =
        ofKinds.compareTo(Namespaces.KNOWN_EVERYWHERE) > 0 ? ofKinds : Namespaces.KNOWN_EVERYWHERE;
    this.deletionUnits = settings.layout().pages() + settings.layout().parts();
    this.cache =
        new NamespaceCache(
            settings.clock(),
            scheduler,
            name -> NamespaceVerticle.FIND.request(bus, name, timeout));
    this.ofStrangers =
        new NamespaceCache(
            settings.clock(),
            scheduler,
            name ->
                NamespaceVerticle.FIND
                    .request(bus, name, timeout)
                    .map(found -> found.or(() -> Optional.of(standIn(name)))));
  }

  private static Namespace standIn(String name) {
    return Namespace.of(name, Namespace.DEFAULT_KIND);
  }

  /**
   * Finds a namespace, with settings that may be 5 s old. Fails with {@link
   * Reason#UNKNOWN_NAMESPACE} if the namespace does not exist.
   */
  public Future<Namespace> find(String name) {
    return lookUp(name).map(found -> found.orElseThrow(() -> unknown(name)));
  }

  /** Looks up a namespace as {@link #find} does; empty if the namespace does not exist. */
  public Future<Optional<Namespace>> lookUp(String name) {
    return cache.find(name).recover(BusFailures::unreadable);
  }

  /** Finds the namespace of a counter; fails as {@link #find} does. */
  public Future<KnownCounter> known(CounterName counter) {
    return find(counter.namespace()).map(found -> new KnownCounter(counter, found));
  }

  /**
   * Uses a namespace, as {@link NamespaceUse} does. Fails as {@link #find} does.
   *
   * @param use has done nothing yet when it throws {@link InvalidInput} or {@link
   *     io.quipu.engine.kind.InvalidDraft}
   */
  public <T> Future<T> use(String name, Function<Namespace, Future<T>> use) {
    return find(name).compose(found -> uses.of(found, use));
  }

  /** Uses the namespace of a counter, as {@link #use(String, Function)} does. */
  public <T> Future<T> use(CounterName counter, Function<KnownCounter, Future<T>> use) {
    return use(counter.namespace(), namespace -> use.apply(new KnownCounter(counter, namespace)));
  }

  /**
   * Uses namespaces to accept events, as {@link #use(String, Function)} does.
   *
   * @param found the namespaces, by name
   */
  public <T> Future<T> use(
      Map<String, Namespace> found, Function<Map<String, Namespace>, Future<T>> use) {
    return uses.of(found, use);
  }

  /** Looks up the settings that a namespace has now, see {@link NamespaceCache#findAnew}. */
  public Future<Namespace> now(Namespace found) {
    return cache
        .findAnew(found.name())
        .recover(BusFailures::unreadable)
        .map(now -> now.orElseThrow(() -> unknown(found.name())));
  }

  /**
   * Makes sure that counters which were read are still those that one finds by their names, as of
   * at most 5 s ago. What is deleted later than that is still whole, however long the read took.
   *
   * @param counters of any namespaces
   */
  Future<Void> requireUndeleted(Collection<KnownCounter> counters) {
    Map<String, List<KnownCounter>> byNamespace = Map.of();
    for (KnownCounter counter : counters) {
      String name = counter.name().namespace();
      if (!counter.namespace().equals(cache.known(name))) {
        byNamespace = byNamespace.isEmpty() ? new HashMap<>() : byNamespace;
        byNamespace.computeIfAbsent(name, any -> new ArrayList<>()).add(counter);
      }
    }
    Future<Void> all = Future.succeededFuture();
    for (Map.Entry<String, List<KnownCounter>> some : byNamespace.entrySet()) {
      all =
          all.compose(before -> lookUp(some.getKey()))
              .compose(now -> requireSame(now, some.getKey(), some.getValue()));
    }
    return all;
  }

  private static Future<Void> requireSame(
      Optional<Namespace> found, String name, List<KnownCounter> counters) {
    Namespace now = found.orElseThrow(() -> unknown(name));
    return counters.stream().allMatch(one -> one.name().equals(one.name().in(now)))
        ? Future.succeededFuture()
        : BusFailures.unavailable("A counter was deleted while it was read. Ask again.");
  }

  /**
   * Tells whether everybody may see the counts of a namespace, by settings that may be 5 s old;
   * false also if the namespace does not exist.
   *
   * @param name any text, even if no namespace can have this name
   */
  public Future<Boolean> isPublic(String name) {
    try {
      CounterName.checkNamespace(name);
    } catch (InvalidInput e) {
      return Future.succeededFuture(false);
    }
    return ofStrangers
        .find(name)
        .recover(BusFailures::unreadable)
        .map(found -> found.filter(Publicity::isRead).isPresent());
  }

  private void forget(String name) {
    cache.forget(name);
    ofStrangers.forget(name);
  }

  /** The failure of a request that names a namespace which does not exist. */
  public static ServiceFailure unknown(String namespace) {
    return new ServiceFailure(
        Reason.UNKNOWN_NAMESPACE,
        "namespace",
        "There is no namespace " + namespace + ". Create it with PUT /v1/namespaces/" + namespace);
  }

  /**
   * Finds the namespaces of a list of counters, by name.
   *
   * @param list the name of the list in the request, for a failure; null if there is no list
   */
  public Future<Map<String, Namespace>> of(@Nullable String list, List<CounterName> counters) {
    return new NamespaceLookup(this::find, list).of(counters);
  }

  /** Finds a namespace with its stored settings, not with cached ones; fails as {@link #find}. */
  public Future<Namespace> fresh(String name) {
    cache.forget(name);
    return find(name);
  }

  /** Looks up a namespace with its stored settings; empty if the namespace does not exist. */
  public Future<Optional<Namespace>> lookUpAnew(String name) {
    cache.forget(name);
    return lookUp(name);
  }

  /** Lists at most {@code limit} namespaces with names after {@code after}, in order of names. */
  public Future<List<NamespaceStore.Listed>> list(String after, int limit) {
    return NamespaceVerticle.LIST
        .request(bus, new ListRequest(after, limit), timeout)
        .recover(BusFailures::unreadable);
  }

  /**
   * Deletes a namespace. Without a reply in time, the outcome is {@link
   * DeleteOutcome.OutcomeUnknown}.
   */
  public Future<DeleteOutcome> delete(String name, Precondition condition) {
    return NamespaceVerticle.DELETE
        .request(bus, new NamespaceVerticle.Deletion(name, condition), timeout)
        .onComplete(done -> forget(name))
        .recover(
            failure ->
                BusFailure.of(failure) == BusFailure.TIMEOUT
                    ? Future.succeededFuture(new DeleteOutcome.OutcomeUnknown())
                    : BusFailures.unreadable(failure));
  }

  /**
   * Purges a counter, and returns when that was. Answers when every process knows of the purge.
   * Fails with a {@link ServiceFailure} otherwise; without a reply in time, its reason is {@link
   * Reason#OUTCOME_UNKNOWN}.
   */
  public Future<EventTime> purge(CounterName counter) {
    return NamespaceVerticle.PURGE
        .request(bus, counter, timeout.plus(Namespaces.KNOWN_EVERYWHERE))
        .onComplete(done -> cache.forget(counter.namespace()))
        .recover(
            failure ->
                BusFailure.of(failure) == BusFailure.TIMEOUT
                    ? Future.succeededFuture(new PurgeOutcome.OutcomeUnknown())
                    : BusFailures.unreadable(failure))
        .map(outcome -> purged(counter, outcome));
  }

  private static EventTime purged(CounterName counter, PurgeOutcome outcome) {
    if (outcome instanceof PurgeOutcome.Purging purging) {
      return purging.at();
    }
    if (outcome instanceof PurgeOutcome.Absent) {
      throw unknown(counter.namespace());
    }
    if (outcome instanceof PurgeOutcome.TooMany many) {
      String of = many.ofCounter() ? "The counter was" : "Counters of the namespace were";
      throw new ServiceFailure(
          Reason.TOO_MANY_PURGES,
          "counter",
          of + " purged " + many.most() + " times, which is as often as possible");
    }
    throw new ServiceFailure(
        Reason.OUTCOME_UNKNOWN, "The counter may or may not have been purged. Purge it again.");
  }

  /** Lists the namespaces that are being deleted, in the order of their names. */
  public Future<List<DeletedNamespace>> deleted() {
    return NamespaceVerticle.DELETED
        .request(bus, new ListRequest("", Integer.MAX_VALUE), timeout)
        .recover(BusFailures::unreadable);
  }

  /** Lists counters that are being purged, of those that may be shown. */
  public Future<List<PurgedCounter>> purged(Predicate<CounterName> shown) {
    return NamespaceVerticle.PURGED
        .request(bus, new ListRequest("", Integer.MAX_VALUE), timeout)
        .map(all -> all.stream().filter(one -> shown.test(one.counter())).toList())
        .recover(BusFailures::unreadable);
  }

  /** The number of units in which the data of a namespace are deleted. */
  public int deletionUnits() {
    return deletionUnits;
  }

  /**
   * Creates or changes a namespace. Without a reply in time, the outcome is {@link
   * PutOutcome.OutcomeUnknown}.
   */
  public Future<PutOutcome> put(NamespacePut wanted) {
    return NamespaceVerticle.PUT
        .request(bus, wanted, timeout.plus(changesHoldAfter))
        .onComplete(done -> forget(wanted.change().name()))
        .recover(
            failure ->
                BusFailure.of(failure) == BusFailure.TIMEOUT
                    ? Future.succeededFuture(new PutOutcome.OutcomeUnknown())
                    : BusFailures.unreadable(failure));
  }
}
