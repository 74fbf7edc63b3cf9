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
 * Admits callers to the routes of one server instance. Where nobody is asked who they are, every
 * route is open, and none is slower for what could have been asked. Confined to the context of the
 * instance.
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
   * @param origins whose pages may use the service, whatever they show
   */
  public RouteAccess(Access access, Origins origins) {
    this.access = access;
    this.origins = origins;
    this.rates = access.rates();
  }

  /** For the counter that the path names. */
  public Admission toCounter(Right right) {
    return toCounter(right, 1);
  }

  /**
   * Admits callers to a counter, for a request that costs more than others.
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

  /**
   * For a counter that may be shown to everybody: to pages of other sites, and to whoever shows
   * nothing. Of any other it is for those who may read it, on pages of ours.
   *
   * @param shown whether the namespace of this name is open to everybody; not, if there is none
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
   * For a counter that is shown to everybody, and for nobody otherwise: whoever asks for another is
   * told that there is none, whatever they may read.
   *
   * @param shown whether the namespace of this name is open to everybody; not, if there is none
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

  /** For keys, of which there are none where none is asked for. */
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
            !request.http().headers().contains(HttpHeaders.AUTHORIZATION)
                    && upgrade.test(request.http())
                ? null
                : shown.admit(request);
  }

  /** Where the path names a namespace, which is asked for it, too, once the caller may. */
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
   * @throws ServiceFailure if there is none, or nothing that can be a key or token
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

  /** The page that sent a request, if it is one that a key has to bring along. */
  public @Nullable String foreignOrigin(HttpServerRequest request) {
    String origin = request.headers().get(HttpHeaders.ORIGIN);
    return origin == null || BrowserGuard.admits(origins, request, origin)
        ? null
        : Origin.parse(origin).map(Origin::text).orElse(origin);
  }
}
