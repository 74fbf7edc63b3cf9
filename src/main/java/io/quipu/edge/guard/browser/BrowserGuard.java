package io.quipu.edge.guard.browser;

import io.quipu.edge.guard.RefusedRequest;
import io.quipu.edge.response.Problem;
import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.response.ServiceProblems;
import io.quipu.service.access.Denial;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests for foreign hosts, and requests that a browser sends for a foreign web page. The
 * body is not read before, because a page can record an event even if it cannot read the answer.
 * Upgrades are checked, too. Requests of foreign pages that show no key go another way than all
 * others, which leads to what namespaces open to such pages only. A preflight shows no key, so a
 * page passes here if any key names its origin; the key of a request is checked later. Confined to
 * the context of one server instance.
 */
public final class BrowserGuard implements Handler<HttpServerRequest> {
  private static final CharSequence FETCH_SITE = HttpHeaders.createOptimized("Sec-Fetch-Site");
  private static final String CROSS_SITE = "cross-site";

  private static final Problem FOREIGN_HOST =
      Problem.of(
          ProblemType.FOREIGN_HOST,
          "Host",
          "The service does not answer for the Host of this request;"
              + " the setting QUIPU_PUBLIC_HOSTS names those it answers for");
  private static final Problem FOREIGN_ORIGIN = ServiceProblems.problem(Denial.foreignOrigin());
  private static final Problem FOREIGN_SITE =
      Problem.of(
          ProblemType.FOREIGN_ORIGIN,
          "Sec-Fetch-Site",
          "Pages of another site may not use the service, but link to its pages");

  private final Origins origins;
  private final RefusedRequest refused;
  private final Handler<HttpServerRequest> next;
  private final Handler<HttpServerRequest> foreignPages;
  private final @Nullable Function<String, Future<Boolean>> look;
  private final boolean anyHost;
  private final Predicate<String> ofKeys;

  /** The accepted host of an earlier request, as sent: nearly all requests have the same host. */
  private @Nullable String included;

  /**
   * @param ofKeys tells whether any key names an origin, as far as is known
   * @param look tells it by looking anew, which may take a second; null if callers show no keys
   * @param next gets the requests that are not refused
   * @param foreignPages gets the requests of pages of foreign origins that show no key and open no
   *     WebSocket; {@link #refusing} refuses them
   */
  public BrowserGuard(
      Origins origins,
      Predicate<String> ofKeys,
      @Nullable Function<String, Future<Boolean>> look,
      RefusedRequest refused,
      Handler<HttpServerRequest> next,
      Handler<HttpServerRequest> foreignPages) {
    this.origins = origins;
    this.ofKeys = ofKeys;
    this.look = look;
    this.refused = refused;
    this.next = next;
    this.foreignPages = foreignPages;
    this.anyHost = origins.hosts() instanceof PublicHosts.Any;
  }

  @Override
  public void handle(HttpServerRequest request) {
    Problem objection = objection(request);
    if (objection == null) {
      next.handle(request);
    } else if (FOREIGN_ORIGIN.equals(objection)) {
      foreign(request);
    } else {
      refused.refuse(request, new Rejection(objection));
    }
  }

  /**
   * Lets a request with a key pass, because its route asks whether the key names the origin, and a
   * browser sends one only after a preflight. For a preflight of such a request, and for a
   * WebSocket, whose key comes later, looks anew: the key may have been created just now.
   */
  private void foreign(HttpServerRequest request) {
    MultiMap headers = request.headers();
    Optional<String> origin = Origin.parse(headers.get(HttpHeaders.ORIGIN)).map(Origin::text);
    if (look == null || origin.isEmpty()) {
      refuse(request);
    } else if (headers.contains(HttpHeaders.AUTHORIZATION)) {
      next.handle(request);
    } else if (headers.contains(HttpHeaders.UPGRADE) || asksForKey(headers)) {
      request.pause();
      look.apply(origin.get())
          .recover(failure -> Future.succeededFuture(false))
          .onSuccess(
              named -> {
                if (named) {
                  next.handle(request);
                } else {
                  refuse(request);
                }
                if (!headers.contains(HttpHeaders.UPGRADE)) {
                  request.resume();
                }
              });
    } else {
      refuse(request);
    }
  }

  private static boolean asksForKey(MultiMap headers) {
    String asked = headers.get(HttpHeaders.ACCESS_CONTROL_REQUEST_HEADERS);
    return asked != null && asked.toLowerCase(Locale.ROOT).contains("authorization");
  }

  private void refuse(HttpServerRequest request) {
    if (isPlain(request.headers())) {
      foreignPages.handle(request);
    } else {
      refused.refuse(request, foreignOrigin());
    }
  }

  private static boolean isPlain(MultiMap headers) {
    return !headers.contains(HttpHeaders.AUTHORIZATION) && !headers.contains(HttpHeaders.UPGRADE);
  }

  /** Makes a handler that refuses requests, because a page of a foreign origin sent them. */
  public static Handler<HttpServerRequest> refusing(RefusedRequest refused) {
    return request -> refused.refuse(request, foreignOrigin());
  }

  /** The rejection of a request that a page of a foreign origin has sent. */
  public static Rejection foreignOrigin() {
    return new Rejection(FOREIGN_ORIGIN);
  }

  private @Nullable Problem objection(HttpServerRequest request) {
    if (!anyHost && !includesHost(request)) {
      return FOREIGN_HOST;
    }
    MultiMap headers = request.headers();
    String origin = headers.get(HttpHeaders.ORIGIN);
    boolean crossSite = CROSS_SITE.equals(headers.get(FETCH_SITE));
    if (origin != null) {
      return admits(origins, request, origin, crossSite) || isOfKey(origin) ? null : FOREIGN_ORIGIN;
    }
    return crossSite && !isLinkToPage(request) && !isPartOfPages(request) ? FOREIGN_SITE : null;
  }

  /** Tells whether the browser says that a page of another site has sent a request. */
  public static boolean isCrossSite(HttpServerRequest request) {
    return CROSS_SITE.equals(request.headers().get(FETCH_SITE));
  }

  /** The rejection of a request that a page of another site has sent. */
  public static Rejection foreignSite() {
    return new Rejection(FOREIGN_SITE);
  }

  /** Tells whether the page that sent a request may use the service with any key. */
  public static boolean admits(Origins origins, HttpServerRequest request, String origin) {
    return admits(origins, request, origin, CROSS_SITE.equals(request.headers().get(FETCH_SITE)));
  }

  private static boolean admits(
      Origins origins, HttpServerRequest request, String origin, boolean crossSite) {
    Optional<Authority> host = Optional.ofNullable(host(request)).flatMap(Authority::parse);
    return origins.admit(origin, host, crossSite);
  }

  private boolean isOfKey(String origin) {
    return Origin.parse(origin).map(Origin::text).filter(ofKeys).isPresent();
  }

  private boolean includesHost(HttpServerRequest request) {
    String host = host(request);
    if (host == null) {
      // every browser sends a host; the router refuses a missing host, except in HTTP/1.0
      return true;
    }
    if (host.equals(included)) {
      return true;
    }
    Optional<Authority> authority = Authority.parse(host);
    if (authority.isEmpty()) {
      // in HTTP/1.1 the router refuses a host that Vert.x cannot read either
      return request.authority() == null && request.version() == HttpVersion.HTTP_1_1;
    }
    if (origins.hosts().include(authority.get())) {
      included = host;
      return true;
    }
    String path = request.path();
    return path != null && origins.includeHost(authority.get(), path);
  }

  private static @Nullable String host(HttpServerRequest request) {
    if (request.version() != HttpVersion.HTTP_2) {
      return request.headers().get(HttpHeaders.HOST);
    }
    HostAndPort authority = request.authority();
    return authority == null ? null : authority.toString();
  }

  private static boolean isPartOfPages(HttpServerRequest request) {
    String path = request.path();
    return path != null && Origins.isPartOfPages(request.method().name(), path);
  }

  private static boolean isLinkToPage(HttpServerRequest request) {
    String path = request.path();
    if (path == null) {
      return false;
    }
    String method = request.method().name();
    String mode = request.getHeader("Sec-Fetch-Mode");
    String destination = request.getHeader("Sec-Fetch-Dest");
    return Origins.isLinkToPage(method, path, mode, destination)
        || Origins.isEmbedded(method, path, mode, destination);
  }
}
