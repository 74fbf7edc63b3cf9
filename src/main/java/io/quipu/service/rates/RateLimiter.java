package io.quipu.service.rates;

import io.quipu.engine.model.CounterName;
import io.quipu.service.auth.Caller;
import io.quipu.service.auth.Right;
import io.quipu.service.failure.ServiceFailure;
import io.quipu.service.rates.RateLimits.Excess;
import io.quipu.service.rates.RateLimits.Payer;
import org.jspecify.annotations.Nullable;

/**
 * The rates of callers and of namespaces, as requests use them up: always before anything is
 * written. A refusal gives nothing back. Callers are known by their keys, or by their addresses
 * where nobody is asked. Every method that acquires throws a {@link ServiceFailure} if nothing is
 * left.
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

  /** Tells whether some callers may begin only so many counters. */
  public boolean limitsNewCounters() {
    return rates.areOfNewCounters();
  }

  /** Tells whether a caller may begin only so many counters in this namespace. */
  public boolean limitsNewCounters(Caller caller, String namespace) {
    return rates.areOfNewCounters() && !(keyed && caller.mayAll(Right.ADMIN, namespace));
  }

  /** Acquires a request, or a message of a connection, of its caller. */
  public void acquire(Caller caller, String address, int cost) {
    require(rates.take(payer(caller, address), cost, false));
  }

  /** Acquires a request whose caller nobody knows, or asks for, of its address. */
  public void acquire(String address) {
    require(rates.take(new Payer(null, address), 1, false));
  }

  /** Gives a request back to its address, as its caller is known now. */
  public void release(String address) {
    rates.giveBack(new Payer(null, address), 1);
  }

  /** Acquires of its caller what a request turned out to be more than one. */
  public void acquireMore(Caller caller, String address, int more) {
    if (more > 0) {
      require(rates.take(payer(caller, address), more, true));
    }
  }

  private Payer payer(Caller caller, String address) {
    return new Payer(keyed ? caller : null, address);
  }

  /** Acquires events, or 1 for another request, of a namespace, whether or not it exists. */
  public void acquireOf(String namespace, int cost) {
    acquireOf(namespace, cost, false);
  }

  /** Acquires of a namespace what a request turned out to be more than one. */
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

  /** Acquires counters that have no events yet and are about to be recorded into. */
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
