package io.quipu.edge.http.access;

import io.quipu.edge.response.Rejection;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.engine.model.CounterName;
import io.quipu.service.auth.Caller;
import io.quipu.service.auth.RateLimits;
import io.quipu.service.auth.RateLimits.Excess;
import io.quipu.service.auth.Right;
import org.jspecify.annotations.Nullable;

/**
 * What is taken of the rates of callers and of namespaces, and refused where there is nothing left:
 * always before anything is written. What was taken before a refusal is not given back. Callers are
 * known by their keys, or by their addresses where nobody is asked.
 */
public final class Charges {
  private final RateLimits rates;
  private final boolean keyed;

  Charges(RateLimits rates, boolean keyed) {
    this.rates = rates;
    this.keyed = keyed;
  }

  /** Whether there is anything to take of callers that are not known by a key. */
  boolean areOfCallers() {
    return rates.areUsual();
  }

  /** Whether it matters which namespaces a request names. */
  public boolean areOfNamespaces() {
    return rates.areOfNamespaces();
  }

  /** Whether there are callers who may begin only so many counters. */
  public boolean areOfNewCounters() {
    return rates.areOfNewCounters();
  }

  /** Whether a caller may begin only so many counters in this namespace. */
  public boolean areOfNewCounters(Caller caller, String namespace) {
    return rates.areOfNewCounters() && !(keyed && caller.mayAll(Right.ADMIN, namespace));
  }

  /**
   * Takes a request, or a message of a WebSocket, of its caller.
   *
   * @throws Rejection if it is more than they may
   */
  public void take(Caller caller, String address, int cost) {
    require(keyed ? rates.take(caller, cost) : rates.take(address, cost));
  }

  /**
   * Takes a request that everybody may send of its address.
   *
   * @throws Rejection if it is more than they may
   */
  void takeOfEverybody(String address) {
    require(rates.take(address, 1));
  }

  /**
   * Takes a request of its address, as it is not known yet whose it is.
   *
   * @throws Rejection if it is more than they may
   */
  void takeOfAddress(String address) {
    require(rates.take(address, 1));
  }

  /** Puts it back, as now it is known. */
  void giveBackToAddress(String address) {
    rates.giveBack(address, 1);
  }

  /**
   * Takes what a request turned out to be more than one, of its caller.
   *
   * @throws Rejection if it is more than they may
   */
  public void takeMore(RoutedRequest request, int more) {
    if (more > 0 && (keyed || rates.areUsual())) {
      require(
          keyed
              ? rates.takeMore(Permissions.caller(request), more)
              : rates.takeMore(request.address(), more));
    }
  }

  /**
   * The same, also of the namespace that the path names.
   *
   * @throws Rejection if it is more than either may
   */
  public void takeMore(RoutedRequest request, String namespace, int more) {
    takeMore(request, more);
    if (more > 0) {
      take(namespace, more, true);
    }
  }

  /**
   * Takes events, or 1 for another request, of a namespace, whether or not it exists.
   *
   * @throws Rejection if it is more than may be asked of it
   */
  public void take(String namespace, int cost) {
    take(namespace, cost, false);
  }

  private void take(String namespace, int cost, boolean more) {
    if (rates.areOfNamespaces() && namespace.length() <= CounterName.NAMESPACE_LENGTH) {
      Excess excess = rates.takeOf(namespace, cost, more);
      if (excess != null) {
        throw Denial.tooMuchOfNamespace(excess);
      }
    }
  }

  /**
   * Takes counters that have no events yet and are about to be recorded into.
   *
   * @param address of the caller
   * @throws Rejection if they are more than the caller may begin
   */
  public void takeNew(Caller caller, String address, int counters) {
    Excess excess = keyed ? rates.takeNew(caller, counters) : rates.takeNew(address, counters);
    if (excess != null) {
      throw Denial.tooManyNewCounters(excess, counters);
    }
  }

  private static void require(@Nullable Excess excess) {
    if (excess != null) {
      throw Denial.tooMuch(excess);
    }
  }
}
