package io.quipu.service;

import io.quipu.ops.trace.Span;
import io.quipu.service.auth.Caller;
import io.quipu.service.rates.RateLimiter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The request for which something is read or recorded: its span, and its payer. A request has paid
 * 1 token when it was admitted, which is the price of the first thing that it asks for. Immutable.
 */
public final class Asker {
  /** This service itself, which pays nothing. */
  public static final Asker SERVICE = new Asker(null, Caller.ANYONE, "", "", Span.NONE);

  private final @Nullable RateLimiter rates;
  private final Caller caller;
  private final String address;
  private final String admittedTo;
  private final Span span;

  /**
   * @param rates null if nobody pays
   * @param admittedTo the namespace that has paid 1 token, too; empty if none has
   */
  public Asker(
      @Nullable RateLimiter rates, Caller caller, String address, String admittedTo, Span span) {
    this.rates = rates;
    this.caller = caller;
    this.address = address;
    this.admittedTo = admittedTo;
    this.span = span;
  }

  Caller caller() {
    return caller;
  }

  /** The address of the caller, which pays if callers do not present keys or tokens. */
  String address() {
    return address;
  }

  /** The span of the request. */
  public Span span() {
    return span;
  }

  /** Makes the same request for reads that are paid already. */
  public Asker paid() {
    return new Asker(null, caller, address, admittedTo, span);
  }

  /**
   * Acquires the price of what is asked for of a namespace.
   *
   * @param namespace empty if it is about no namespace
   * @throws io.quipu.service.failure.ServiceFailure if a rate is exceeded; then nothing is read
   */
  public void pay(String namespace, int price) {
    payAsCaller(price);
    payOf(namespace, price);
  }

  /**
   * Acquires the price of what is asked for from the caller only. A denial costs as much as an
   * answer, so the caller pays before rights are checked.
   *
   * @throws io.quipu.service.failure.ServiceFailure if the rate is exceeded
   */
  void payAsCaller(int price) {
    if (rates != null) {
      rates.acquireMore(caller, address, price - 1);
    }
  }

  /**
   * Acquires 1 token for each of some counters or events. If the rate of a namespace refuses, the
   * namespaces before get nothing back.
   *
   * @param namespace tells of which namespace one is
   * @throws io.quipu.service.failure.ServiceFailure if a rate is exceeded; then nothing is done
   */
  public <T> void payEach(Collection<T> all, Function<T, String> namespace) {
    payAsCaller(all.size());
    payOfEach(all, namespace);
  }

  /**
   * Acquires the price of what is asked for from its namespace only. Strangers must not use up the
   * rate of a namespace, so it pays after rights are checked.
   *
   * @throws io.quipu.service.failure.ServiceFailure if the rate is exceeded
   */
  void payOf(String namespace, int price) {
    if (rates == null || namespace.isEmpty()) {
      return;
    }
    if (namespace.equals(admittedTo)) {
      rates.acquireMoreOf(namespace, price - 1);
    } else {
      rates.acquireOf(namespace, price);
    }
  }

  /** Acquires 1 token for each of some things from their namespaces, as {@link #payEach} does. */
  public <T> void payOfEach(Collection<T> all, Function<T, String> namespace) {
    if (rates != null && rates.limitsNamespaces()) {
      Map<String, Integer> prices = new LinkedHashMap<>();
      all.forEach(one -> prices.merge(namespace.apply(one), 1, Integer::sum));
      prices.forEach(this::payOf);
    }
  }

  /**
   * Charges a price that was not known before some of the work was done. It is never refused; later
   * requests wait until it is paid off.
   */
  public void owe(String namespace, int price) {
    if (rates != null) {
      rates.owe(caller, address, namespace, price);
    }
  }
}
