package io.quipu.edge.http.admin;

import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.Admission;
import io.quipu.edge.web.MediaTypes;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.input.JsonText;
import io.quipu.service.logging.LogLevels;
import io.quipu.service.logging.LogLevels.Change;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import org.jspecify.annotations.Nullable;

/**
 * Shows the changed levels of loggers, and changes levels for a limited time. Served on the
 * management port only. That port does not authenticate callers, so only callers on the same
 * machine (or in the same pod) may change levels.
 */
public record LogLevelsResource(LogLevels levels) implements Resource {
  private static final String ALL = "/loglevels";
  private static final String ONE = "/loglevels/{logger}";

  @Override
  public void mount(Routes routes) {
    routes
        .json(HttpMethod.GET, ALL, Admission.OPEN, request -> Future.succeededFuture(response()))
        .json(HttpMethod.PUT, ONE, LogLevelsResource::fromHere, this::change)
        .json(HttpMethod.DELETE, ONE, LogLevelsResource::fromHere, this::restore);
  }

  private static @Nullable Future<Void> fromHere(RoutedRequest request) {
    if (!request.isFromLoopback()) {
      throw Rejection.of(
          ProblemType.FORBIDDEN,
          "Levels are changed from the machine that the service runs on, by way of loopback");
    }
    return null;
  }

  private Future<Response> change(RoutedRequest request) {
    MediaTypes.requireBodyType(MediaTypes.bodyType(request.http()), MediaTypes.JSON);
    String logger = request.segment("logger");
    return request
        .read(LogLevelInput::of)
        .map(
            input -> {
              levels.change(logger, input.level(), input.time().length());
              return response();
            });
  }

  private Future<Response> restore(RoutedRequest request) {
    return request
        .readNothing()
        .map(
            empty -> {
              levels.restore(request.segment("logger"));
              return response();
            });
  }

  private Response response() {
    JsonText json = new JsonText().beginObject().name("levels").beginArray();
    for (Change change : levels.changes()) {
      json.beginObject()
          .field("logger", change.logger())
          .field("level", change.level().name())
          .field("until", change.until().toString())
          .endObject();
    }
    return Response.json(200, json.endArray().endObject());
  }
}
