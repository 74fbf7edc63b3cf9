package io.quipu.edge.http;

import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.Admission;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.Routes;
import io.quipu.engine.input.JsonText;
import io.quipu.service.verticles.Readiness;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Serves liveness, readiness and metrics to operators.
 *
 * @param readiness called for every readiness probe; a failed future counts as not ready
 * @param scrape returns the metrics in the text format of Prometheus; may block for long
 * @param scraping who may scrape, and for which price
 */
public record OperationsResource(
    Vertx vertx, Supplier<Future<Readiness>> readiness, Supplier<String> scrape, Admission scraping)
    implements Resource {
  private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";

  @Override
  public void mount(Routes routes) {
    routes
        .page("/livez", Admission.OPEN, request -> live())
        .page("/readyz", Admission.OPEN, request -> ready())
        .page("/metrics", scraping, request -> metrics());
  }

  private static Future<Response> live() {
    return Future.succeededFuture(
        Response.json(200, new JsonText().beginObject().field("status", "live").endObject()));
  }

  private Future<Response> ready() {
    return readiness
        .get()
        .recover(OperationsResource::notAnswered)
        .map(OperationsResource::response);
  }

  private static Future<Readiness> notAnswered(Throwable failure) {
    return Future.succeededFuture(
        new Readiness(
            List.of(new Readiness.Check("health", false, "The health check was not answered."))));
  }

  private static Response response(Readiness now) {
    if (!now.isReady()) {
      throw Rejection.of(ProblemType.NOT_READY, complaints(now));
    }
    JsonText json =
        new JsonText().beginObject().field("status", "ready").name("checks").beginObject();
    now.checks().forEach(check -> json.field(check.name(), check.passed()));
    return Response.json(200, json.endObject().endObject());
  }

  private static String complaints(Readiness now) {
    return now.checks().stream()
        .filter(check -> !check.passed())
        .map(Readiness.Check::complaint)
        .collect(Collectors.joining(" "));
  }

  /** Serves the metrics. A worker gathers them, because this takes long for many meters. */
  private Future<Response> metrics() {
    return vertx
        .executeBlocking(scrape::get, false)
        .map(text -> Response.of(200, METRICS, Buffer.buffer(text)));
  }
}
