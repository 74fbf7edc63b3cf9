package io.quipu.web;

import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Refuses what a web page of somebody else has a browser send, before anything of it is read: the
 * page needs no answer to have an event recorded. Upgrades come this way, too. Confined to the
 * context of one server instance.
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
  private static final Problem FOREIGN_ORIGIN =
      Problem.of(
          ProblemType.FOREIGN_ORIGIN,
          "Origin",
          "Pages of this Origin may not use the service;"
              + " the setting QUIPU_ALLOWED_ORIGINS names those that may");
  private static final Problem FOREIGN_SITE =
      Problem.of(
          ProblemType.FOREIGN_ORIGIN,
          "Sec-Fetch-Site",
          "Pages of another site may not use the service, but link to its pages");

  private final Origins origins;
  private final ResponseWriters writers;
  private final Handler<HttpServerRequest> next;
  private final boolean anyHost;

  /** The host of an earlier request, as it was sent: nearly all have the same. */
  private @Nullable String included;

  /**
   * @param next gets what is not refused
   */
  public BrowserGuard(Origins origins, ResponseWriters writers, Handler<HttpServerRequest> next) {
    this.origins = origins;
    this.writers = writers;
    this.next = next;
    this.anyHost = origins.hosts() instanceof PublicHosts.Any;
  }

  @Override
  public void handle(HttpServerRequest request) {
    Problem objection = objection(request);
    if (objection == null) {
      next.handle(request);
    } else {
      writers.to(request).fail(new Rejection(objection));
    }
  }

  private @Nullable Problem objection(HttpServerRequest request) {
    if (!anyHost && !includesHost(request)) {
      return FOREIGN_HOST;
    }
    MultiMap headers = request.headers();
    String origin = headers.get(HttpHeaders.ORIGIN);
    boolean crossSite = CROSS_SITE.equals(headers.get(FETCH_SITE));
    if (origin != null) {
      Optional<Authority> host = Optional.ofNullable(host(request)).flatMap(Authority::parse);
      return origins.admit(origin, host, crossSite) ? null : FOREIGN_ORIGIN;
    }
    return crossSite && !isLinkToPage(request) ? FOREIGN_SITE : null;
  }

  private boolean includesHost(HttpServerRequest request) {
    String host = host(request);
    if (host == null) {
      // no browser leaves it out; the router refuses it in all versions that demand one
      return true;
    }
    if (host.equals(included)) {
      return true;
    }
    Optional<Authority> authority = Authority.parse(host);
    if (authority.isEmpty()) {
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

  private static boolean isLinkToPage(HttpServerRequest request) {
    String path = request.path();
    return path != null
        && Origins.isLinkToPage(
            request.method().name(),
            path,
            request.getHeader("Sec-Fetch-Mode"),
            request.getHeader("Sec-Fetch-Dest"));
  }
}
