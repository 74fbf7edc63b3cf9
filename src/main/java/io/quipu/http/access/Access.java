package io.quipu.http.access;

import io.quipu.auth.Caller;
import io.quipu.auth.Credential;
import io.quipu.auth.RateLimits;
import io.quipu.auth.RateLimits.Excess;
import io.quipu.auth.Right;
import io.quipu.counter.CounterName;
import io.quipu.time.Clock;
import io.quipu.web.Admission;
import io.quipu.web.BrowserGuard;
import io.quipu.web.Origin;
import io.quipu.web.Origins;
import io.quipu.web.Percent;
import io.quipu.web.Rejection;
import io.quipu.web.RoutedRequest;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Who may use which route of one server instance. Where nobody is asked who they are, every route
 * is open, and none is slower for what could have been asked. Confined to the context of the
 * instance.
 */
public final class Access {
  private static final String NAMESPACE = "namespace";

  private final @Nullable Callers callers;
  private final Origins origins;
  private final RateLimits rates;

  /** What a route demands of a caller, as far as the path tells. */
  private interface Demand {
    boolean isMet(Caller caller, RoutedRequest request);
  }

  /**
   * @param origins whose pages may use the service, whichever key they have
   * @param timeout how long to wait for any one reply
   */
  public Access(AccessRules rules, EventBus bus, Clock clock, Duration timeout, Origins origins) {
    this.callers = rules.keys() ? new Callers(bus, clock, timeout) : null;
    this.origins = origins;
    this.rates = rules.rates();
  }

  /** Whether callers have to say who they are. */
  public boolean isAsked() {
    return callers != null;
  }

  /** For the counter that the path names. */
  public Admission toCounter(Right right) {
    return toCounter(right, 1);
  }

  /**
   * The same for what costs more than other requests.
   *
   * @param cost how many of them it counts for
   */
  public Admission toCounter(Right right, int cost) {
    return demandIn(
        right,
        cost,
        (caller, request) ->
            caller.may(right, decoded(request, NAMESPACE), decoded(request, "counter")));
  }

  /** For something in the namespace that the path names; the rest is for the route to look at. */
  public Admission within(Right right) {
    return demandIn(
        right, 1, (caller, request) -> caller.mayIn(right, decoded(request, NAMESPACE)));
  }

  /** For all of the namespace that the path names. */
  public Admission toAllOf(Right right) {
    return demandIn(
        right, 1, (caller, request) -> caller.mayAll(right, decoded(request, NAMESPACE)));
  }

  /** For something in some namespace; the rest is for the route to look at. */
  public Admission somewhere(Right right) {
    return demand(right, 1, (caller, request) -> caller.hasSomewhere(right));
  }

  /** For keys, of which there are none where nobody is asked. */
  public Admission toKeys() {
    return callers == null
        ? request -> {
          throw Denial.noKeys();
        }
        : demand(Right.OPERATE, 1, (caller, request) -> caller.hasSomewhere(Right.OPERATE));
  }

  /**
   * For live counts, some or those of the counter in the path. Who opens a WebSocket and shows
   * nothing may say later who they are: {@link RoutedRequest#principal} is null then.
   *
   * @param upgrade whether a request does open one
   */
  public Admission live(Predicate<HttpServerRequest> upgrade, boolean ofCounter) {
    Admission shown =
        ofCounter
            ? toCounter(Right.READ)
            : demand(
                Right.READ,
                1,
                (caller, request) ->
                    caller.hasSomewhere(Right.READ) || caller.hasSomewhere(Right.RECORD));
    return shown == Admission.OPEN
        ? shown
        : request ->
            !Callers.isShown(request.http().headers()) && upgrade.test(request.http())
                ? null
                : shown.admit(request);
  }

  /** Where the path names a namespace, whose rate it takes from as well, but only if allowed. */
  private Admission demandIn(Right right, int cost, Demand demand) {
    Admission caller = demand(right, cost, demand);
    return rates.areOfNamespaces()
        ? request -> {
          Future<Void> found = caller.admit(request);
          if (found == null) {
            charge(decoded(request, NAMESPACE), cost);
            return null;
          }
          return found.compose(known -> charged(decoded(request, NAMESPACE), cost));
        }
        : caller;
  }

  private Admission demand(Right right, int cost, Demand demand) {
    Callers asked = callers;
    if (asked != null) {
      return request -> {
        try {
          return admit(asked, request, caller -> admit(caller, right, cost, demand, request));
        } catch (Rejection refusal) {
          throw Audit.noted(request, refusal);
        }
      };
    }
    return rates.areUsual()
        ? request -> {
          charge(rates.take(request.address(), cost));
          return null;
        }
        : Admission.OPEN;
  }

  private @Nullable Future<Void> admit(
      Callers asked, RoutedRequest request, Consumer<Caller> admission) {
    Credential shown = Callers.shown(request.http().headers());
    Caller known = asked.known(shown);
    if (known != null) {
      admission.accept(known);
      return null;
    }
    charge(rates.take(request.address(), 1));
    return asked
        .find(shown)
        .<Void>map(
            caller -> {
              admission.accept(caller);
              return null;
            })
        .onFailure(failure -> Audit.noted(request, failure));
  }

  private void admit(Caller caller, Right right, int cost, Demand demand, RoutedRequest request) {
    request.sentBy(caller);
    requireOrigin(caller, foreignOrigin(request.http()));
    Permissions.require(demand.isMet(caller, request), right);
    charge(rates.take(caller, cost));
  }

  private static void charge(@Nullable Excess excess) {
    if (excess != null) {
      throw Denial.tooMuch(excess);
    }
  }

  /**
   * Takes what a request turned out to be more than one.
   *
   * @throws Rejection if it is more than the caller may; nothing may have been written then
   */
  public void charge(RoutedRequest request, int more) {
    if (more > 0 && (callers != null || rates.areUsual())) {
      charge(
          callers == null
              ? rates.takeMore(request.address(), more)
              : rates.takeMore(Permissions.caller(request), more));
    }
  }

  /** The same for the namespace that the path names. */
  public void charge(RoutedRequest request, String namespace, int more) {
    charge(request, more);
    if (more > 0) {
      charge(namespace, more, true);
    }
  }

  /**
   * Takes one message of a WebSocket.
   *
   * @param address of the other end
   * @throws Rejection if it is more than the caller may
   */
  public void charge(Caller caller, String address) {
    if (callers != null) {
      charge(rates.take(caller, 1));
    } else if (rates.areUsual()) {
      charge(rates.take(address, 1));
    }
  }

  /**
   * Takes what is asked of a namespace that no path has named.
   *
   * @param cost events, or 1 for another request
   * @throws Rejection if it is more than may be asked of it; nothing may have been written then
   */
  public void charge(String namespace, int cost) {
    charge(namespace, cost, false);
  }

  private Future<Void> charged(String namespace, int cost) {
    charge(namespace, cost);
    return Future.succeededFuture();
  }

  private void charge(String namespace, int cost, boolean more) {
    if (rates.areOfNamespaces() && namespace.length() <= CounterName.NAMESPACE_LENGTH) {
      Excess excess = rates.takeOf(namespace, cost, more);
      if (excess != null) {
        throw Denial.tooMuchOfNamespace(excess);
      }
    }
  }

  /** Whether it matters which namespaces a request names. */
  public boolean countsNamespaces() {
    return rates.areOfNamespaces();
  }

  /** Whether there are callers who may begin only so many counters. */
  public boolean boundsNewCounters() {
    return rates.areOfNewCounters();
  }

  /** Whether a caller may begin only so many counters in this namespace. */
  public boolean boundsNewCounters(Caller caller, String namespace) {
    return rates.areOfNewCounters() && (callers == null || !caller.mayAll(Right.ADMIN, namespace));
  }

  /**
   * Takes counters that have no events yet and are about to be recorded into.
   *
   * @param address of the caller
   * @throws Rejection if they are more than the caller may begin; nothing may have been written
   */
  public void chargeNew(Caller caller, String address, int counters) {
    Excess excess =
        callers == null ? rates.takeNew(address, counters) : rates.takeNew(caller, counters);
    if (excess != null) {
      throw Denial.tooManyNewCounters(excess, counters);
    }
  }

  private static String decoded(RoutedRequest request, String variable) {
    return Percent.decode(variable, request.segment(variable));
  }

  /** The page that sent a request, if it is one that a key has to bring along. */
  public @Nullable String foreignOrigin(HttpServerRequest request) {
    String origin = request.headers().get(HttpHeaders.ORIGIN);
    return origin == null || BrowserGuard.admits(origins, request, origin)
        ? null
        : Origin.parse(origin).map(Origin::text).orElse(origin);
  }

  private static void requireOrigin(Caller caller, @Nullable String foreign) {
    if (foreign != null && !caller.grant().origins().contains(foreign)) {
      throw BrowserGuard.foreignOrigin();
    }
  }

  /**
   * Whoever shows a token otherwise than in a request. Fails with a {@link Rejection} if it is
   * nobody, if that cannot be told, or if the page may not use it.
   *
   * @param foreign the origin of the page, if a key has to bring it along
   */
  public Future<Caller> find(String token, @Nullable String foreign) {
    Callers asked = callers;
    if (asked == null) {
      return Future.succeededFuture(Caller.ANYONE);
    }
    try {
      Credential shown = Callers.shown(token);
      Caller known = asked.known(shown);
      Future<Caller> found = known == null ? asked.find(shown) : Future.succeededFuture(known);
      return found.map(
          caller -> {
            requireOrigin(caller, foreign);
            return caller;
          });
    } catch (Rejection refusal) {
      return Future.failedFuture(refusal);
    }
  }

  /**
   * Looks whether a caller may still be here. Fails with a {@link Rejection}: of type unauthorized
   * if they may not, of another if that cannot be told.
   */
  public Future<Caller> stillIs(Caller caller) {
    Callers asked = callers;
    if (asked == null) {
      return Future.succeededFuture(caller);
    }
    try {
      Caller known = asked.known(caller.credential());
      return known == null ? asked.find(caller.credential()) : Future.succeededFuture(known);
    } catch (Rejection refusal) {
      return Future.failedFuture(refusal);
    }
  }
}
