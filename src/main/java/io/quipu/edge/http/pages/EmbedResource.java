package io.quipu.edge.http.pages;

import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.counters.CounterPath;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.edge.web.files.StaticFiles;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;

/**
 * Serves a small page with one counter of a public namespace. Pages of other sites may frame only
 * this page, because it has nothing to click and may send requests to this service only. The file
 * is the same for all counters, because a script reads the counter from the address.
 */
public record EmbedResource(RouteAccess access, StaticFiles files) implements Resource {
  private static final CharSequence POLICY = HttpHeaders.createOptimized("Content-Security-Policy");

  /** The policy of the page. Without {@code frame-ancestors}, any site may frame the page. */
  private static final CharSequence FRAMED =
      HttpHeaders.createOptimized(
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
              + " base-uri 'none'; form-action 'none'; sandbox allow-scripts allow-same-origin");

  private static final CharSequence FOR_ALL = HttpHeaders.createOptimized("public, max-age=10");
  private static final CharSequence REFERRER = HttpHeaders.createOptimized("Referrer-Policy");
  private static final CharSequence NO_REFERRER = HttpHeaders.createOptimized("no-referrer");
  private static final CharSequence EMBEDDING =
      HttpHeaders.createOptimized("Cross-Origin-Resource-Policy");

  @Override
  public void mount(Routes routes) {
    routes.page("/embed/{namespace}/{counter}", access.toPublic(), this::page);
  }

  private Future<Response> page(RoutedRequest request) {
    CounterPath.counter(request);
    return StaticResource.serve(request, files.find("webroot/embed.html"))
        .map(
            page ->
                page.cached(FOR_ALL)
                    .with(POLICY, FRAMED)
                    .with(REFERRER, NO_REFERRER)
                    .with(EMBEDDING, "cross-origin"));
  }
}
