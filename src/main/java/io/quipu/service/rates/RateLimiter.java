package io.quipu.service.rates;

import io.quipu.engine.model.CounterName;
import io.quipu.service.auth.Caller;
import io.quipu.service.auth.Right;
import io.quipu.service.failure.ServiceFailure;
import io.quipu.service.rates.RateLimits.Excess;
import io.quipu.service.rates.RateLimits.Payer;
import org.jspecify.annotations.Nullable;

/**
 * Applies the rate limits of callers and of namespaces to requests, always before a request writes
 * anything. A refused request does not get back the tokens that it has acquired. A caller is known
 * by its key, or by its address if the service asks for no keys. Every method that acquires throws
 * a {@link ServiceFailure} if nothing is left.
 */
public final class RateLimiter {
  private final RateLimits rates;
  private final boolean keyed;

  public RateLimiter(RateLimits rates, boolean keyed) {
    this.rates = rates;
    this.keyed = keyed;
  }

  /** Tells whether callers that are not known by a key are limited. */
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

  /** Tells whether new counters of this caller are limited in this namespace. */
  public boolean limitsNewCounters(Caller caller, String namespace) {
    return rates.areOfNewCounters() && !(keyed && caller.mayAll(Right.ADMIN, namespace));
  }

  /** Acquires the cost of a request, or of a message on a connection, from its caller. */
  public void acquire(Caller caller, String address, int cost) {
    require(rates.take(payer(caller, address), cost, false));
  }

  /** Acquires a request from its address, if its caller is not known or not asked for. */
  public void acquire(String address) {
    require(rates.take(new Payer(null, address), 1, false));
  }

  /** Gives a request back to its address, once the caller is known. */
  public void release(String address) {
    rates.giveBack(new Payer(null, address), 1);
  }

  /** Acquires the rest of a request from its caller, after the request has acquired 1 token. */
  public void acquireMore(Caller caller, String address, int more) {
    if (more > 0) {
      require(rates.take(payer(caller, address), more, true));
    }
  }

  private Payer payer(Caller caller, String address) {
    return new Payer(keyed ? caller : null, address);
  }

  /** Acquires events, or 1 token for another request, from a namespace, which need not exist. */
  public void acquireOf(String namespace, int cost) {
    acquireOf(namespace, cost, false);
  }

  /** Acquires the rest of a request from a namespace, after the request has acquired 1 token. */
  public void acquireMoreOf(String namespace, int more) {
    if (more > 0) {
      acquireOf(namespace, more, true);
    }
  }

  private void acquireOf(String namespace, int cost, boolean more) {
    if (rates.areOfNamespaces() && namespace.length() <= CounterName.NAMESPACE_LENGTH) {
      Excess excess = rates.takeOf(namespace, cost, more);
      if (excess != null) {
        throw RateFailures.tooMuchOfNamespace(excess);
      }
    }
  }

  /** Acquires new counters from a caller: a request is about to record their first events. */
  public void acquireNew(Caller caller, String address, int counters) {
    Excess excess = rates.takeNew(payer(caller, address), counters);
    if (excess != null) {
      throw RateFailures.tooManyNewCounters(excess, counters);
    }
  }

  private static void require(@Nullable Excess excess) {
    if (excess != null) {
      throw RateFailures.tooMuch(excess);
    }
  }
}
