package io.quipu.http;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import java.util.Optional;
import java.util.function.Function;

/** The pages and what they are made of: the dashboard, the reference and the contract. */
final class StaticResource implements Resource {
  private static final CharSequence POLICY = HttpHeaders.createOptimized("Content-Security-Policy");
  private static final CharSequence ONLY_OWN =
      HttpHeaders.createOptimized(
          "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline';"
              + " connect-src 'self'; base-uri 'none'; frame-ancestors 'none'");
  private static final CharSequence REFERRER = HttpHeaders.createOptimized("Referrer-Policy");
  private static final CharSequence NO_REFERRER = HttpHeaders.createOptimized("no-referrer");

  private final StaticFiles files;

  StaticResource(Vertx vertx) {
    this.files = new StaticFiles(vertx);
  }

  @Override
  public void mount(Routes routes) {
    routes
        .page("/", exchange -> serve(exchange, files.find("webroot/index.html")))
        .page("/docs", exchange -> serve(exchange, files.find("webroot/docs.html")))
        .page("/openapi.yaml", exchange -> serve(exchange, files.find("openapi.yaml")))
        .page("/assets/swagger-ui/**", exchange -> below(exchange, files::findSwaggerUi))
        .page(
            "/assets/**",
            exchange -> below(exchange, name -> files.find("webroot/assets/" + name)));
  }

  private static Future<Answer> below(
      Exchange exchange, Function<String, Future<Optional<StaticFile>>> source) {
    String name = exchange.rest();
    return serve(
        exchange,
        StaticFiles.isPlain(name) ? source.apply(name) : Future.succeededFuture(Optional.empty()));
  }

  private static Future<Answer> serve(Exchange exchange, Future<Optional<StaticFile>> found) {
    return found.map(
        file ->
            answer(
                exchange,
                file.orElseThrow(
                    () ->
                        new Rejection(
                            Problem.of(ProblemType.NOT_FOUND, "There is no file at this path")))));
  }

  private static Answer answer(Exchange exchange, StaticFile file) {
    Answer answer =
        file.tag().isIn(exchange.request().headers().getAll(HttpHeaders.IF_NONE_MATCH))
            ? Answer.notModified()
            : Answer.of(200, file.contentType(), file.content()).revalidated();
    return answer
        .with(HttpHeaders.ETAG, file.tag().text())
        .with(POLICY, ONLY_OWN)
        .with(REFERRER, NO_REFERRER);
  }
}
