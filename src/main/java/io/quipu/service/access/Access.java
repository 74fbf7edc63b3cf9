package io.quipu.service.access;

import io.quipu.engine.keys.Credential;
import io.quipu.engine.time.Clock;
import io.quipu.ops.config.AuthConfig.Method;
import io.quipu.service.auth.Caller;
import io.quipu.service.auth.PresentedCredential;
import io.quipu.service.failure.ServiceFailure;
import io.quipu.service.rates.RateLimiter;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the callers of keys and tokens, and has the rate limits of callers. If the service asks for
 * no proof, every caller is {@link Caller#ANYONE}. Confined to one context.
 */
public final class Access {
  /** The longest time of a lookup, because a slow lookup can still find a deleted key. */
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private final Method proof;
  private final Clock clock;
  private final @Nullable Asked asked;
  private final RateLimiter rates;

  /**
   * @param timeout how long to wait for a reply; a lookup waits at most {@link #LONGEST}
   */
  public Access(AccessRules rules, EventBus bus, Clock clock, Duration timeout) {
    Duration patience = timeout.compareTo(LONGEST) < 0 ? timeout : LONGEST;
    this.proof = rules.proof();
    this.clock = clock;
    this.asked =
        switch (proof) {
          case NONE -> null;
          case KEYS -> new Asked(CallerSource.ofKeys(bus, patience), new CallerCache(clock));
          case JWT -> new Asked(CallerSource.ofTokens(bus, patience), new CallerCache(clock));
        };
    this.rates = new RateLimiter(rules.rates(), asked != null);
  }

  /** The lookup of callers who must present a key or token. */
  private record Asked(CallerSource source, CallerCache cache) {}

  /** The rate limits of callers and namespaces. */
  public RateLimiter rates() {
    return rates;
  }

  /** The proof that every caller has to give. */
  public Method proof() {
    return proof;
  }

  /** Tells whether callers must present a key or token. */
  public boolean isAsked() {
    return asked != null;
  }

  /**
   * Parses a key or token. To be called only if {@link #isAsked}.
   *
   * @throws ServiceFailure if the text does not have the form of a key or token; it is charged as
   *     by {@link #refused}
   */
  public PresentedCredential presented(String text, String address) {
    try {
      return asked().source().read().apply(text);
    } catch (ServiceFailure wrong) {
      throw refused(wrong, address);
    }
  }

  /**
   * Charges an address 1 for a caller who is refused, because the credential is missing or wrong.
   * Every such refusal costs the same, no matter how soon it is known.
   *
   * @return the failure; another one if the rate of the address is used up
   */
  public ServiceFailure refused(ServiceFailure denial, String address) {
    try {
      rates.acquire(address, 1);
      return denial;
    } catch (ServiceFailure excess) {
      return excess;
    }
  }

  private Asked asked() {
    if (asked == null) {
      throw new IllegalStateException("nobody is asked");
    }
    return asked;
  }

  /**
   * The caller of a credential, if {@link CallerCache} has the result of a lookup; else null.
   *
   * @throws ServiceFailure if the credential is wrong by the cached result, or has expired; it is
   *     charged as by {@link #refused}
   */
  public @Nullable Caller known(PresentedCredential presented, String address) {
    try {
      return known(presented.credential());
    } catch (ServiceFailure wrong) {
      throw refused(wrong, address);
    }
  }

  private @Nullable Caller known(Credential credential) {
    CallerCache.Found known = asked().cache().known(credential);
    return known == null ? null : require(Optional.ofNullable(known.caller()));
  }

  /**
   * Looks up the caller of a credential. Many callers may share one address, and wrong credentials
   * from the address must not exclude known callers. So a lookup is charged to the rate of the
   * address only if the credential was not right in the last 10 minutes, and is given back if a
   * caller is found. Fails with a {@link ServiceFailure} if the credential is wrong or expired, or
   * cannot be checked now.
   *
   * @throws ServiceFailure if the rate of the address is used up
   */
  public Future<Caller> find(PresentedCredential presented, String address) {
    if (asked().cache().isTrusted(presented.credential())) {
      return look(presented);
    }
    rates.acquire(address, 1);
    return look(presented).onSuccess(known -> rates.release(address));
  }

  private Future<Caller> look(PresentedCredential presented) {
    return look(presented.credential(), () -> asked().source().find().apply(presented));
  }

  private Future<Caller> look(Credential credential, Supplier<Future<Optional<Caller>>> source) {
    return asked().cache().find(credential, source).map(this::require);
  }

  /**
   * Finds the caller who presents a key or token. Fails with a {@link ServiceFailure} if the key or
   * token is wrong or expired, cannot be checked now, or may not be used by the page, or if the
   * rate of the address is used up.
   *
   * @param foreign the origin of the page, if the key must name this origin; else null
   * @param address of the caller
   */
  public Future<Caller> find(String token, @Nullable String foreign, String address) {
    if (!isAsked()) {
      return Future.succeededFuture(Caller.ANYONE);
    }
    return Future.succeededFuture(token)
        .map(text -> presented(text, address))
        .compose(
            presented -> {
              Caller known = known(presented, address);
              return known == null ? find(presented, address) : Future.succeededFuture(known);
            })
        .map(
            caller -> {
              requireOrigin(caller, foreign);
              return caller;
            });
  }

  /**
   * Demands that the key of a caller admits a page.
   *
   * @param foreign the origin of the page, if the key must name this origin; else null
   * @throws ServiceFailure if the key does not name the origin
   */
  public static void requireOrigin(Caller caller, @Nullable String foreign) {
    if (foreign != null && !caller.grant().origins().contains(foreign)) {
      throw Denial.foreignOrigin();
    }
  }

  /**
   * Checks the credential of a caller again. Fails with a {@link ServiceFailure}: {@code
   * WRONG_CREDENTIALS} if the credential is wrong or expired now, {@code UNAVAILABLE} if the
   * credential cannot be checked now.
   */
  public Future<Caller> stillIs(Caller caller) {
    if (!isAsked()) {
      return Future.succeededFuture(caller);
    }
    return Future.succeededFuture(caller.credential())
        .compose(
            credential -> {
              Caller known = known(credential);
              return known == null
                  ? look(credential, () -> asked().source().again().apply(caller))
                  : Future.succeededFuture(known);
            });
  }

  private Caller require(Optional<Caller> found) {
    return found.filter(caller -> !caller.isOver(clock)).orElseThrow(Denial::wrongCredentials);
  }
}
