package io.quipu.edge.http.access;

import io.quipu.edge.guard.BrowserGuard;
import io.quipu.edge.guard.Origin;
import io.quipu.edge.guard.Origins;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.web.Admission;
import io.quipu.edge.web.Percent;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.engine.time.Clock;
import io.quipu.service.auth.Caller;
import io.quipu.service.auth.Right;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
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
  private final AccessRules.Proof proof;
  private final Origins origins;
  private final Charges charges;

  /** What a route demands of a caller, as far as the path tells. */
  private interface Demand {
    boolean isMet(Caller caller, RoutedRequest request);
  }

  /**
   * @param origins whose pages may use the service, whatever they show
   * @param timeout how long to wait for any one reply
   */
  public Access(AccessRules rules, EventBus bus, Clock clock, Duration timeout, Origins origins) {
    this.callers = callers(rules.proof(), bus, clock, Callers.patience(timeout));
    this.proof = rules.proof();
    this.origins = origins;
    this.charges = new Charges(rules.rates(), callers != null);
  }

  /** What requests turn out to be more than they were admitted for. */
  public Charges charges() {
    return charges;
  }

  private static @Nullable Callers callers(
      AccessRules.Proof proof, EventBus bus, Clock clock, Duration patience) {
    return switch (proof) {
      case NONE -> null;
      case KEY -> new Callers(new KeySource(bus, patience), clock);
      case TOKEN -> new Callers(new TokenSource(bus, patience), clock);
    };
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
                    charges.takeOfEverybody(request.address());
                    charges.take(decoded(request, NAMESPACE), 1);
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
      charges.takeOfEverybody(request.address());
      charges.take(decoded(request, NAMESPACE), 1);
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
    return switch (proof) {
      case NONE ->
          request -> {
            throw Denial.noKeys();
          };
      case KEY -> demand(Right.OPERATE, 1, (caller, request) -> caller.hasSomewhere(Right.OPERATE));
      case TOKEN ->
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
            !Callers.isShown(request.http().headers()) && upgrade.test(request.http())
                ? null
                : shown.admit(request);
  }

  /** Where the path names a namespace, which is asked for it, too, once the caller may. */
  private Admission demandIn(Right right, int cost, Demand demand) {
    Admission caller = demand(right, cost, demand);
    return charges.areOfNamespaces()
        ? request -> {
          Future<Void> found = caller.admit(request);
          if (found == null) {
            charges.take(decoded(request, NAMESPACE), cost);
            return null;
          }
          return found.<Void>map(
              known -> {
                charges.take(decoded(request, NAMESPACE), cost);
                return null;
              });
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
    return charges.areOfCallers()
        ? request -> {
          charges.take(Caller.ANYONE, request.address(), cost);
          return null;
        }
        : Admission.OPEN;
  }

  private @Nullable Future<Void> admit(
      Callers asked, RoutedRequest request, Consumer<Caller> admission) {
    Shown shown = asked.shown(request.http().headers());
    Caller known = asked.known(shown);
    if (known != null) {
      admission.accept(known);
      return null;
    }
    return find(asked, shown, request.address())
        .<Void>map(
            caller -> {
              admission.accept(caller);
              return null;
            })
        .onFailure(failure -> Audit.noted(request, failure));
  }

  /**
   * Looks up who shows something. What turns out to be nobody's is paid by its address, and nothing
   * else is: many may be behind one, and a stranger among them must not keep the others out.
   */
  private Future<Caller> find(Callers asked, Shown shown, String address) {
    if (asked.isTrusted(shown)) {
      return asked.find(shown);
    }
    charges.takeOfAddress(address);
    return asked.find(shown).onSuccess(known -> charges.giveBackToAddress(address));
  }

  private void admit(Caller caller, Right right, int cost, Demand demand, RoutedRequest request) {
    request.sentBy(caller);
    requireOrigin(caller, foreignOrigin(request.http()));
    Permissions.require(demand.isMet(caller, request), right);
    charges.take(caller, request.address(), cost);
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
   * @param address of whoever shows it
   */
  public Future<Caller> find(String token, @Nullable String foreign, String address) {
    Callers asked = callers;
    if (asked == null) {
      return Future.succeededFuture(Caller.ANYONE);
    }
    try {
      Shown shown = asked.shown(token);
      Caller known = asked.known(shown);
      Future<Caller> found =
          known == null ? find(asked, shown, address) : Future.succeededFuture(known);
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
    return callers == null ? Future.succeededFuture(caller) : callers.again(caller);
  }
}
