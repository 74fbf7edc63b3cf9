package io.quipu.edge.web;

import io.quipu.edge.guard.browser.BrowserGuard;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.CorsHandler;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * Answers preflights, and tells browsers that a page of another origin may read the answers. Allows
 * every origin, because {@link BrowserGuard} has refused all foreign origins before.
 */
public final class Cors implements Handler<RoutingContext> {
  /** The longest time that Chromium remembers a preflight. */
  static final int MAX_AGE_SECONDS = 7_200;

  /** The headers of answers that pages may read, besides those that browsers always show. */
  static final Set<String> EXPOSED =
      Collections.unmodifiableSet(
          new TreeSet<>(
              Set.of(
                  "ETag",
                  CsvTable.KEPT_FROM_HEADER,
                  "Link",
                  "Location",
                  "RateLimit",
                  "RateLimit-Policy",
                  "Retry-After",
                  RequestIds.HEADER)));

  /**
   * Allows every header of a request by echoing its name, because a CloudEvent may have any
   * attribute as a header {@code ce-...}. Allows no cookies, because the service has none.
   */
  private final CorsHandler handler =
      CorsHandler.create()
          .addOriginWithRegex(".+")
          .allowedMethod(HttpMethod.GET)
          .allowedMethod(HttpMethod.HEAD)
          .allowedMethod(HttpMethod.POST)
          .allowedMethod(HttpMethod.PUT)
          .allowedMethod(HttpMethod.DELETE)
          .exposedHeaders(EXPOSED)
          .allowPrivateNetwork(true)
          .maxAgeSeconds(MAX_AGE_SECONDS);

  @Override
  public void handle(RoutingContext context) {
    if (isPreflight(context)) {
      context.response().putHeader(HttpHeaders.VARY, HttpHeaders.ORIGIN);
    }
    handler.handle(context);
  }

  private static boolean isPreflight(RoutingContext context) {
    return context.request().method().equals(HttpMethod.OPTIONS)
        && context.request().headers().contains(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD);
  }
}
