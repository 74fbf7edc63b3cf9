package io.quipu.edge.access;

import io.quipu.edge.guard.browser.BrowserGuard;
import io.quipu.edge.guard.browser.Origin;
import io.quipu.edge.guard.browser.Origins;
import io.quipu.edge.web.Admission;
import io.quipu.edge.web.Percent;
import io.quipu.edge.web.PublicCors;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.engine.keys.Right;
import io.quipu.service.Asker;
import io.quipu.service.access.Access;
import io.quipu.service.access.Denial;
import io.quipu.service.access.Permissions;
import io.quipu.service.auth.Caller;
import io.quipu.service.failure.ServiceFailure;
import io.quipu.service.rates.RateLimiter;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Admits callers to the routes of one server instance. Without authentication every caller has all
 * rights, except to keys. Without rate limits, too, most routes are {@link Admission#OPEN}, so that
 * they take no time for unused checks. Confined to the context of the instance.
 */
public final class RouteAccess {
  private static final String NAMESPACE = "namespace";

  private final Access access;
  private final Origins origins;
  private final RateLimiter rates;
  private final RequestCredentials credentials;
  private final OpenNamespaces publicReads;
  private final boolean ofForeignPages;

  /** The demand of a route on its caller, as far as the path of the request tells. */
  private interface Demand {
    boolean isMet(Caller caller, RoutedRequest request);
  }

  /**
   * @param origins the origins whose pages may use the service with any key
   * @param isPublic tells whether everybody may read a namespace; false if there is none
   */
  public RouteAccess(Access access, Origins origins, Function<String, Future<Boolean>> isPublic) {
    this(
        access,
        origins,
        new OpenNamespaces(
            isPublic, Caller::everybody, access.rates(), Denial::noCredentials, false),
        false);
  }

  private RouteAccess(
      Access access, Origins origins, OpenNamespaces publicReads, boolean ofForeignPages) {
    this.access = access;
    this.origins = origins;
    this.rates = access.rates();
    this.credentials = new RequestCredentials(access);
    this.publicReads = publicReads;
    this.ofForeignPages = ofForeignPages;
  }

  /** The access of pages of foreign origins, which show no credentials. */
  public RouteAccess ofForeignPages() {
    return new RouteAccess(
        access,
        origins,
        new OpenNamespaces(
            publicReads.isOpen(), Caller::everybody, rates, BrowserGuard::foreignOrigin, true),
        true);
  }

  /** Admits callers with a right to the counter that the path names. */
  public Admission toCounter(Right right) {
    return toCounter(right, 1);
  }

  /**
   * Admits callers with a right to the counter that the path names, for requests of some cost.
   *
   * @param cost number of usual requests for which a request counts in the rate limits
   */
  public Admission toCounter(Right right, int cost) {
    return demandIn(
        right,
        cost,
        (caller, request) ->
            caller.may(right, decoded(request, NAMESPACE), decoded(request, "counter")));
  }

  /**
   * Admits everybody to a counter of a public namespace, even without credentials and from pages of
   * other sites. To any other counter, admits callers who may read it, but no page of another site.
   */
  public Admission toShown() {
    Admission own = orPublic(toCounter(Right.READ));
    return request -> {
      String namespace = decoded(request, NAMESPACE);
      // first, as the look-up costs the same for whoever is refused after it
      rates.acquire(request.address(), 1);
      return publicReads
          .isOpen()
          .apply(namespace)
          .compose(
              open -> {
                if (open) {
                  return publicReads.admitPaid(request, namespace);
                }
                if (BrowserGuard.isCrossSite(request.http())) {
                  throw BrowserGuard.foreignSite();
                }
                rates.release(request.address());
                Future<Void> admitted = own.admit(request);
                return admitted == null ? Future.succeededFuture() : admitted;
              });
    };
  }

  /**
   * Admits everybody to a counter of a public namespace. For any other counter, every caller gets
   * the answer that nothing is shown, even a caller who may read the counter.
   */
  public Admission toPublic() {
    OpenNamespaces shown =
        new OpenNamespaces(
            publicReads.isOpen(),
            Caller::everybody,
            rates,
            Denial::notPublic,
            publicReads.everyOrigin());
    return request -> shown.admit(request, decoded(request, NAMESPACE));
  }

  /**
   * Admits the pages of some origins to count their views in the namespace of the path. It makes no
   * difference which credentials they show. Every page may read why it is refused, so that it does
   * not ask again.
   *
   * @param page reads the origin of the page from a request; empty if the request names none
   * @param mayCount tells whether the pages of an origin may count in a namespace
   * @param refusal the failure of all other pages
   */
  public Admission toViews(
      Function<RoutedRequest, String> page,
      BiFunction<String, String, Future<Boolean>> mayCount,
      Supplier<ServiceFailure> refusal) {
    return request -> {
      PublicCors.open(request.http().response());
      String origin = page.apply(request);
      OpenNamespaces counting =
          new OpenNamespaces(
              namespace -> mayCount.apply(namespace, origin),
              Caller::visitor,
              rates,
              refusal,
              false);
      return noted(request, counting.admit(request, decoded(request, NAMESPACE)));
    };
  }

  /**
   * Admits everybody without credentials to reads of the namespace in the path, if it is public.
   *
   * @param own admits the callers who show credentials, or of whom none are asked
   */
  public Admission orPublic(Admission own) {
    return orEverybody(own, request -> publicReads.admit(request, decoded(request, NAMESPACE)));
  }

  /**
   * Admits everybody without credentials. The route must call {@link #requirePublic} if the request
   * {@link #isOfEverybody}.
   *
   * @param own as in {@link #orPublic}
   */
  public Admission orPublicByBody(Admission own) {
    return orEverybody(
        own,
        request -> {
          rates.acquire(request.address(), 1);
          return null;
        });
  }

  private Admission orEverybody(Admission own, Admission everybody) {
    if (ofForeignPages) {
      return everybody;
    }
    return access.isAsked()
        ? request ->
            request.http().headers().contains(HttpHeaders.AUTHORIZATION)
                ? own.admit(request)
                : noted(request, everybody.admit(request))
        : own;
  }

  /**
   * The payer of what a request reads or records. Its caller has paid 1, and so has the namespace
   * in its path.
   */
  public Asker asker(RoutedRequest request) {
    return new Asker(
        rates,
        RequestAudit.caller(request),
        request.address(),
        rates.limitsNamespaces() && request.has(NAMESPACE) ? decoded(request, NAMESPACE) : "",
        request.span());
  }

  /** Admits everybody, without credentials, for a price that the address of the caller pays. */
  public Admission ofAddress(int price) {
    return rates.limitsAddresses()
        ? request -> {
          rates.acquire(request.address(), price);
          return null;
        }
        : Admission.OPEN;
  }

  /** Tells whether a request shows no credentials, though its caller needs some. */
  public boolean isOfEverybody(RoutedRequest request) {
    return request.principal() == null && (ofForeignPages || access.isAsked());
  }

  /** Requires that everybody may read some namespaces, and that there are any. */
  public Future<Void> requirePublic(RoutedRequest request, Set<String> namespaces) {
    return publicReads
        .require(request, namespaces)
        .onFailure(failure -> RequestAudit.noted(request, failure));
  }

  private static @Nullable Future<Void> noted(
      RoutedRequest request, @Nullable Future<Void> decision) {
    return decision == null
        ? null
        : decision.onFailure(failure -> RequestAudit.noted(request, failure));
  }

  /** Admits callers with a right to some counters of the namespace; the route checks which. */
  public Admission within(Right right) {
    return demandIn(
        right, 1, (caller, request) -> caller.mayIn(right, decoded(request, NAMESPACE)));
  }

  /** Admits callers with a right to all counters of the namespace that the path names. */
  public Admission toAllOf(Right right) {
    return demandIn(
        right, 1, (caller, request) -> caller.mayAll(right, decoded(request, NAMESPACE)));
  }

  /** Admits callers with a right to some counters of any namespace; the route checks which. */
  public Admission somewhere(Right right) {
    return demand(right, 1, (caller, request) -> caller.hasSomewhere(right));
  }

  /**
   * Admits callers with one of some rights; the route checks which by {@link #requireSomewhere}.
   */
  public Admission somewhere(Right right, Right other) {
    return demand(
        right, 1, (caller, request) -> caller.hasSomewhere(right) || caller.hasSomewhere(other));
  }

  /**
   * Demands that the caller has a right to some counters of any namespace.
   *
   * @throws ServiceFailure if the caller does not; the denial is noted
   */
  public static Caller requireSomewhere(RoutedRequest request, Right right) {
    Caller caller = RequestAudit.caller(request);
    if (!caller.hasSomewhere(right)) {
      throw RequestAudit.noted(request, Denial.mayNot(right));
    }
    return caller;
  }

  /** Admits operators to keys; denies all requests if the service does not authenticate by keys. */
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
   * Admits callers to live counts. A request that opens a WebSocket without credentials is admitted
   * at once, because its caller may authenticate later. Its address pays, until the caller is known
   * and the token is put back. {@link RoutedRequest#principal} stays null.
   *
   * @param upgrade tells whether a request opens a WebSocket
   * @param ofCounter true to demand that the caller may read the counter in the path, false to
   *     demand that the caller may read or record in any namespace
   */
  public Admission live(Predicate<HttpServerRequest> upgrade, boolean ofCounter) {
    Admission shown =
        ofCounter
            ? orPublic(toCounter(Right.READ))
            : demand(
                Right.READ,
                1,
                (caller, request) ->
                    caller.hasSomewhere(Right.READ) || caller.hasSomewhere(Right.RECORD));
    return shown == Admission.OPEN
        ? shown
        : request -> {
          if (access.isAsked()
              && !request.http().headers().contains(HttpHeaders.AUTHORIZATION)
              && upgrade.test(request.http())) {
            rates.acquire(request.address(), 1);
            return null;
          }
          return shown.admit(request);
        };
  }

  /** Applies a demand; then also takes the cost from the rate of the namespace in the path. */
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
          return credentials.admit(request, caller -> admit(caller, right, cost, demand, request));
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

  private void admit(Caller caller, Right right, int cost, Demand demand, RoutedRequest request) {
    request.sentBy(caller);
    // first, as a denial costs the same
    rates.acquire(caller, request.address(), cost);
    Access.requireOrigin(caller, foreignOrigin(request.http()));
    Permissions.require(demand.isMet(caller, request), right);
  }

  private static String decoded(RoutedRequest request, String variable) {
    return Percent.decode(variable, request.segment(variable));
  }

  /** The origin of the page that sent a request, if only a key can admit the page; else null. */
  public @Nullable String foreignOrigin(HttpServerRequest request) {
    String origin = request.headers().get(HttpHeaders.ORIGIN);
    return origin == null || BrowserGuard.admits(origins, request, origin)
        ? null
        : Origin.parse(origin).map(Origin::text).orElse(origin);
  }
}
