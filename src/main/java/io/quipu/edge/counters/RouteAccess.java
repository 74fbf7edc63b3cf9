package io.quipu.edge.counters;

import io.quipu.edge.guard.BrowserGuard;
import io.quipu.edge.guard.Origin;
import io.quipu.edge.guard.Origins;
import io.quipu.edge.web.Admission;
import io.quipu.edge.web.Percent;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.service.access.Access;
import io.quipu.service.access.Denial;
import io.quipu.service.access.Permissions;
import io.quipu.service.auth.Caller;
import io.quipu.service.auth.PresentedCredential;
import io.quipu.service.auth.Right;
import io.quipu.service.failure.ServiceFailure;
import io.quipu.service.rates.RateLimiter;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Admits callers to the routes of one server instance. Without authentication every route is open,
 * and no route takes longer for unused checks. Confined to the context of the instance.
 */
public final class RouteAccess {
  private static final String NAMESPACE = "namespace";
  private static final String BEARER = "Bearer ";

  private final Access access;
  private final Origins origins;
  private final RateLimiter rates;

  /** The demand of a route on its caller, as far as the path tells. */
  private interface Demand {
    boolean isMet(Caller caller, RoutedRequest request);
  }

  /**
   * @param origins whose pages may use the service with any key
   */
  public RouteAccess(Access access, Origins origins) {
    this.access = access;
    this.origins = origins;
    this.rates = access.rates();
  }

  /** Admits callers to the counter that the path names. */
  public Admission toCounter(Right right) {
    return toCounter(right, 1);
  }

  /**
   * Admits callers to a counter, for a request that costs more than others.
   *
   * @param cost number of usual requests that the request counts for
   */
  public Admission toCounter(Right right, int cost) {
    return demandIn(
        right,
        cost,
        (caller, request) ->
            caller.may(right, decoded(request, NAMESPACE), decoded(request, "counter")));
  }

  /**
   * Admits everybody to a counter of an open namespace, even without credentials and from pages of
   * other sites. Admits to any other counter its readers, but no pages of other sites.
   *
   * @param shown tells if a namespace is open to everybody; false if the namespace does not exist
   */
  public Admission toShown(Function<String, Future<Boolean>> shown) {
    Admission own = toCounter(Right.READ);
    return request ->
        shown
            .apply(decoded(request, NAMESPACE))
            .compose(
                open -> {
                  if (open) {
                    rates.acquire(request.address());
                    rates.acquireOf(decoded(request, NAMESPACE), 1);
                    return Future.succeededFuture();
                  }
                  if (BrowserGuard.isCrossSite(request.http())) {
                    throw BrowserGuard.foreignSite();
                  }
                  Future<Void> admitted = own.admit(request);
                  return admitted == null ? Future.succeededFuture() : admitted;
                });
  }

  /**
   * Admits everybody to a counter of an open namespace. For any other counter, every caller gets
   * the answer that nothing is shown, even a caller who may read the counter.
   *
   * @param shown tells if a namespace is open to everybody; false if the namespace does not exist
   */
  public Admission toPublic(Function<String, Future<Boolean>> shown) {
    return request -> {
      rates.acquire(request.address());
      rates.acquireOf(decoded(request, NAMESPACE), 1);
      return shown
          .apply(decoded(request, NAMESPACE))
          .compose(
              open -> open ? Future.succeededFuture() : Future.failedFuture(Denial.notPublic()));
    };
  }

  /** Admits callers with a right in the namespace of the path; the route checks the rest. */
  public Admission within(Right right) {
    return demandIn(
        right, 1, (caller, request) -> caller.mayIn(right, decoded(request, NAMESPACE)));
  }

  /** Admits callers with a right on all of the namespace that the path names. */
  public Admission toAllOf(Right right) {
    return demandIn(
        right, 1, (caller, request) -> caller.mayAll(right, decoded(request, NAMESPACE)));
  }

  /** Admits callers with a right in some namespace; the route checks the rest. */
  public Admission somewhere(Right right) {
    return demand(right, 1, (caller, request) -> caller.hasSomewhere(right));
  }

  /** Admits callers to keys; denies all requests if the service does not authenticate by keys. */
  public Admission toKeys() {
    return switch (access.proof()) {
      case NONE ->
          request -> {
            throw Denial.noKeys();
          };
      case KEYS ->
          demand(Right.OPERATE, 1, (caller, request) -> caller.hasSomewhere(Right.OPERATE));
      case JWT ->
          demand(
              Right.OPERATE,
              1,
              (caller, request) -> {
                throw Denial.noKeys();
              });
    };
  }

  /**
   * Admits callers to live counts: of the counter in the path, or of any. A request for a WebSocket
   * without credentials is admitted, since its caller may authenticate later; {@link
   * RoutedRequest#principal} is null until then.
   *
   * @param upgrade tells if a request opens a WebSocket
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
            !request.http().headers().contains(HttpHeaders.AUTHORIZATION)
                    && upgrade.test(request.http())
                ? null
                : shown.admit(request);
  }

  /** Demands a right in the namespace of the path; then also takes the cost from its rate. */
  private Admission demandIn(Right right, int cost, Demand demand) {
    Admission caller = demand(right, cost, demand);
    return rates.limitsNamespaces()
        ? request -> {
          Future<Void> found = caller.admit(request);
          if (found == null) {
            rates.acquireOf(decoded(request, NAMESPACE), cost);
            return null;
          }
          return found.<Void>map(
              known -> {
                rates.acquireOf(decoded(request, NAMESPACE), cost);
                return null;
              });
        }
        : caller;
  }

  private Admission demand(Right right, int cost, Demand demand) {
    if (access.isAsked()) {
      return request -> {
        try {
          return admit(request, caller -> admit(caller, right, cost, demand, request));
        } catch (ServiceFailure refusal) {
          throw RequestAudit.noted(request, refusal);
        }
      };
    }
    return rates.limitsAddresses()
        ? request -> {
          rates.acquire(Caller.ANYONE, request.address(), cost);
          return null;
        }
        : Admission.OPEN;
  }

  private @Nullable Future<Void> admit(RoutedRequest request, Consumer<Caller> admission) {
    PresentedCredential presented = presented(request.http());
    Caller known = access.known(presented);
    if (known != null) {
      admission.accept(known);
      return null;
    }
    return access
        .find(presented, request.address())
        .<Void>map(
            caller -> {
              admission.accept(caller);
              return null;
            })
        .onFailure(failure -> RequestAudit.noted(request, failure));
  }

  /**
   * Reads the credential of a request.
   *
   * @throws ServiceFailure if there is none, or none that can be a key or token
   */
  private PresentedCredential presented(HttpServerRequest request) {
    List<String> given = request.headers().getAll(HttpHeaders.AUTHORIZATION);
    if (given.isEmpty()) {
      throw Denial.noCredentials();
    }
    String value = given.get(0);
    if (given.size() > 1 || !value.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      throw Denial.wrongCredentials();
    }
    return access.presented(value.substring(BEARER.length()).strip());
  }

  private void admit(Caller caller, Right right, int cost, Demand demand, RoutedRequest request) {
    request.sentBy(caller);
    Access.requireOrigin(caller, foreignOrigin(request.http()));
    Permissions.require(demand.isMet(caller, request), right);
    rates.acquire(caller, request.address(), cost);
  }

  private static String decoded(RoutedRequest request, String variable) {
    return Percent.decode(variable, request.segment(variable));
  }

  /** The origin of a page that sent a request, if only a key can admit the page. */
  public @Nullable String foreignOrigin(HttpServerRequest request) {
    String origin = request.headers().get(HttpHeaders.ORIGIN);
    return origin == null || BrowserGuard.admits(origins, request, origin)
        ? null
        : Origin.parse(origin).map(Origin::text).orElse(origin);
  }
}
