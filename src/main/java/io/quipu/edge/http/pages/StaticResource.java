package io.quipu.edge.http.pages;

import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.Admission;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.edge.web.files.StaticFile;
import io.quipu.edge.web.files.StaticFiles;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import java.util.Optional;
import java.util.function.Function;

/**
 * Serves the dashboard, the reference of the API, the contracts, the assets of pages, and the
 * script that pages of other sites load to count their views.
 */
public record StaticResource(StaticFiles files) implements Resource {
  private static final CharSequence POLICY = HttpHeaders.createOptimized("Content-Security-Policy");
  private static final CharSequence ONLY_OWN =
      HttpHeaders.createOptimized(
          "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline';"
              + " connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'");
  private static final CharSequence REFERRER = HttpHeaders.createOptimized("Referrer-Policy");
  private static final CharSequence NO_REFERRER = HttpHeaders.createOptimized("no-referrer");

  private static final CharSequence FOR_A_DAY =
      HttpHeaders.createOptimized("public, max-age=86400");
  private static final CharSequence EMBEDDING =
      HttpHeaders.createOptimized("Cross-Origin-Resource-Policy");

  /** Adds the script, which a page may load as one of another origin to check its integrity. */
  @Override
  public void mountForForeignPages(Routes routes) {
    routes.page("/count.js", Admission.OPEN, this::script);
  }

  private Future<Response> script(RoutedRequest request) {
    return serve(request, files.find("webroot/count.js"))
        .map(script -> script.cached(FOR_A_DAY).forEveryOrigin().with(EMBEDDING, "cross-origin"));
  }

  @Override
  public void mount(Routes routes) {
    mountForForeignPages(routes);
    routes
        .page("/", Admission.OPEN, request -> guarded(request, files.find("webroot/index.html")))
        .page("/docs", Admission.OPEN, request -> guarded(request, files.find("webroot/docs.html")))
        .page(
            "/openapi.yaml",
            Admission.OPEN,
            request -> guarded(request, files.find("openapi.yaml")))
        .page(
            "/asyncapi.yaml",
            Admission.OPEN,
            request -> guarded(request, files.find("asyncapi.yaml")))
        .page(
            "/assets/swagger-ui/**",
            Admission.OPEN,
            request -> below(request, files::findSwaggerUi))
        .page("/assets/uplot/**", Admission.OPEN, request -> below(request, files::findUplot))
        .page(
            "/assets/**",
            Admission.OPEN,
            request -> below(request, name -> files.find("webroot/assets/" + name)));
  }

  private static Future<Response> below(
      RoutedRequest request, Function<String, Future<Optional<StaticFile>>> source) {
    String name = request.rest();
    return guarded(
        request,
        StaticFiles.isPlain(name) ? source.apply(name) : Future.succeededFuture(Optional.empty()));
  }

  /**
   * Answers with a file. Fails with {@code NOT_FOUND} if there is no file. The caller adds the
   * headers that say which pages may frame the file.
   */
  static Future<Response> serve(RoutedRequest request, Future<Optional<StaticFile>> found) {
    return found.map(
        file ->
            response(
                request,
                file.orElseThrow(
                    () -> Rejection.of(ProblemType.NOT_FOUND, "There is no file at this path"))));
  }

  private static Response response(RoutedRequest request, StaticFile file) {
    StaticFile chosen = file.accepted(request.http().headers().getAll(HttpHeaders.ACCEPT_ENCODING));
    return file.response(chosen)
        .with(HttpHeaders.ETAG, chosen.tag().text())
        .with(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
  }

  private static Future<Response> guarded(
      RoutedRequest request, Future<Optional<StaticFile>> found) {
    return serve(request, found).map(StaticResource::guarded);
  }

  /**
   * Adds headers for browsers: the page loads only from this service (images also from {@code
   * data:} URLs), is never framed, and sends no referrer.
   */
  static Response guarded(Response page) {
    return page.with(POLICY, ONLY_OWN).with(REFERRER, NO_REFERRER);
  }
}
