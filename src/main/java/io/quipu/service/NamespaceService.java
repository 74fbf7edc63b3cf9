package io.quipu.service;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.PageViews;
import io.quipu.engine.kind.Publicity;
import io.quipu.engine.names.CounterName;
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
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Lists, creates, changes and deletes namespaces, and purges their counters. Confined to one
 * context.
 */
public final class NamespaceService {
  private final EventBus bus;
  private final Duration timeout;
  private final Duration changesHoldAfter;
  private final int deletionUnits;
  private final KnownNamespaces known;

  /**
   * The namespaces that strangers have named, apart from those that callers use, and with stand-ins
   * for those that do not exist. So the time of an answer does not tell a stranger which exist, nor
   * which are in use.
   */
  private final KnownNamespaces ofStrangers;

  NamespaceService(EventBus bus, ServiceSettings settings, Scheduler scheduler) {
    this.bus = bus;
    this.timeout = settings.timeout();
    Duration ofKinds = settings.kinds().changesHoldAfter();
    this.changesHoldAfter =
        ofKinds.compareTo(Namespaces.KNOWN_EVERYWHERE) > 0 ? ofKinds : Namespaces.KNOWN_EVERYWHERE;
    this.deletionUnits = settings.layout().pages() + settings.layout().parts();
    this.known =
        new KnownNamespaces(
            settings.clock(),
            scheduler,
            name -> NamespaceVerticle.FIND.request(bus, name, timeout));
    this.ofStrangers =
        new KnownNamespaces(
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

  /** The namespaces as they were in the last 5 s. */
  KnownNamespaces known() {
    return known;
  }

  /**
   * Tells whether everybody may see the counts of a namespace, by settings that may be 5 s old;
   * false also if the namespace does not exist.
   *
   * @param name any text, even if no namespace can have this name
   */
  public Future<Boolean> isPublic(String name) {
    return ofStranger(name, Publicity::isRead);
  }

  /**
   * Tells whether the pages of an origin may count their views in a namespace, as {@link #isPublic}
   * tells who may read it.
   *
   * @param origin as browsers write it
   */
  public Future<Boolean> countsViews(String name, String origin) {
    return ofStranger(name, namespace -> PageViews.areOf(origin, namespace));
  }

  private Future<Boolean> ofStranger(String name, Predicate<Namespace> test) {
    try {
      CounterName.checkNamespace(name);
    } catch (InvalidInput e) {
      return Future.succeededFuture(false);
    }
    return ofStrangers.lookUp(name).map(found -> found.filter(test).isPresent());
  }

  private void forget(String name) {
    known.forget(name);
    ofStrangers.forget(name);
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
        .onComplete(done -> known.forget(counter.namespace()))
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
      throw KnownNamespaces.unknown(counter.namespace());
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
