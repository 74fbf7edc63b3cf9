package io.quipu.service.rates;

import io.quipu.engine.keys.Right;
import io.quipu.engine.names.CounterName;
import io.quipu.service.auth.Caller;
import io.quipu.service.failure.ServiceFailure;
import io.quipu.service.rates.RateLimits.Excess;
import io.quipu.service.rates.RateLimits.Payer;
import org.jspecify.annotations.Nullable;

/**
 * Applies the rate limits of callers and of namespaces to requests. To be called before a request
 * writes anything. A refused request does not get back tokens that it has acquired before. A caller
 * is known by key or token, or by address if the service asks for no keys or tokens. A method that
 * acquires throws a {@link ServiceFailure} if the limit does not allow the cost.
 */
public final class RateLimiter {
  private final RateLimits rates;
  private final boolean keyed;

  public RateLimiter(RateLimits rates, boolean keyed) {
    this.rates = rates;
    this.keyed = keyed;
  }

  /** Tells whether callers that are known only by address are limited. */
  public boolean limitsAddresses() {
    return rates.areUsual();
  }

  /** Tells whether namespaces are limited. */
  public boolean limitsNamespaces() {
    return rates.areOfNamespaces();
  }

  /** Tells whether new counters of some callers are limited. */
  public boolean limitsNewCounters() {
    return rates.areOfNewCounters();
  }

  /**
   * Tells whether new counters of a caller in a namespace are limited. A caller with the right
   * {@link Right#ADMIN} for all counters of the namespace is exempt, if callers present keys or
   * tokens.
   */
  public boolean limitsNewCounters(Caller caller, String namespace) {
    return rates.areOfNewCounters() && !(keyed && caller.mayAll(Right.ADMIN, namespace));
  }

  /** Acquires the cost of a request, or of a message on a connection, from the caller. */
  public void acquire(Caller caller, String address, int cost) {
    require(rates.take(payer(caller, address), cost, false), cost);
  }

  /** Acquires the cost of a request from its address, while no caller is known or asked for. */
  public void acquire(String address, int cost) {
    require(rates.take(new Payer(null, address), cost, false), cost);
  }

  /** Puts back the token that {@link #acquire(String, int)} took, once the caller is known. */
  public void release(String address) {
    rates.giveBack(new Payer(null, address), 1);
  }

  /** Acquires the rest of the cost of a request from the caller, after 1 token was acquired. */
  public void acquireMore(Caller caller, String address, int more) {
    if (more > 0) {
      require(rates.take(payer(caller, address), more, true), more);
    }
  }

  /** Charges a caller and a namespace for work that is done; later requests pay it off. */
  public void owe(Caller caller, String address, String namespace, int price) {
    rates.giveBack(payer(caller, address), -price);
    rates.giveBackOf(namespace, -price);
  }

  private Payer payer(Caller caller, String address) {
    return new Payer(keyed && caller.isIdentified() ? caller : null, address);
  }

  /** Acquires the cost of a request from a namespace. The namespace need not exist. */
  public void acquireOf(String namespace, int cost) {
    acquireOf(namespace, cost, false);
  }

  /** Acquires the rest of the cost of a request from a namespace, after 1 token was acquired. */
  public void acquireMoreOf(String namespace, int more) {
    if (more > 0) {
      acquireOf(namespace, more, true);
    }
  }

  private void acquireOf(String namespace, int cost, boolean more) {
    // A longer name belongs to no namespace, and must not take memory as the name of a bucket.
    if (rates.areOfNamespaces() && namespace.length() <= CounterName.NAMESPACE_LENGTH) {
      Excess excess = rates.takeOf(namespace, cost, more);
      if (excess != null) {
        throw RateFailures.tooMuchOfNamespace(excess, cost);
      }
    }
  }

  /** Acquires 1 token for each counter that has no event yet, before a request records events. */
  public void acquireNew(Caller caller, String address, int counters) {
    Excess excess = rates.takeNew(payer(caller, address), counters);
    if (excess != null) {
      throw RateFailures.tooManyNewCounters(excess, counters);
    }
  }

  /** Tells whether new series of namespaces are limited. */
  public boolean limitsNewSeries() {
    return rates.areOfNewSeries();
  }

  /** Acquires 1 token for each series that has no event yet, before a request records events. */
  public void acquireNewSeries(String namespace, int series) {
    Excess excess = rates.takeNewSeries(namespace, series);
    if (excess != null) {
      throw RateFailures.tooManyNewSeries(excess, series);
    }
  }

  private static void require(@Nullable Excess excess, int cost) {
    if (excess != null) {
      throw RateFailures.tooMuch(excess, cost);
    }
  }
}
