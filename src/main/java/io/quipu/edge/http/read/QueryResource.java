package io.quipu.edge.http.read;

import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.MediaTypes;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.keys.Right;
import io.quipu.engine.time.Scheduler.Cancellable;
import io.quipu.service.Asker;
import io.quipu.service.CounterService;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Answers several questions, each as a path of its own would. A question that cannot be answered
 * has a problem of its own, and the others stand. The answers are not of one moment.
 */
public record QueryResource(CounterService service, RouteAccess access) implements PublicResource {
  @Override
  public void mount(Routes routes, RouteAccess readers) {
    routes.table(
        HttpMethod.POST,
        "/v1/query",
        readers.orPublicByBody(readers.somewhere(Right.READ)),
        QueryResults.TABLE,
        request -> read(request, readers));
  }

  private Future<Response> read(RoutedRequest request, RouteAccess readers) {
    Future<List<Asked>> body = Future.succeededFuture(request).compose(this::questions);
    return PublicResource.readOf(request, readers, body)
        .compose(questions -> required(request, readers, questions))
        .compose(questions -> answered(request, questions));
  }

  private Future<List<Asked>> questions(RoutedRequest request) {
    MediaTypes.requireBodyType(MediaTypes.bodyType(request.http()), MediaTypes.JSON);
    return request.read(body -> QueryInput.questions(body, service.kinds().readOptions()));
  }

  private static Future<List<Asked>> required(
      RoutedRequest request, RouteAccess readers, List<Asked> questions) {
    return readers.isOfEverybody(request)
        ? readers
            .requirePublic(
                request,
                questions.stream()
                    .flatMap(question -> question.namespaces().stream())
                    .collect(Collectors.toSet()))
            .map(questions)
        : Future.succeededFuture(questions);
  }

  private Future<Response> answered(RoutedRequest request, List<Asked> questions) {
    Asker asker = access.asker(request);
    // for each, as a denial costs the same
    asker.pay("", questions.size());
    QueryResults results = new QueryResults(questions);
    // some of the time of a request is for what its answers become
    Duration patience = service.timeout().multipliedBy(19).dividedBy(20);
    Cancellable late = service.scheduler().after(patience, results::endAll);
    new QueryReads(service, access, request, asker, results).answer(questions);
    return results.all().onComplete(done -> late.cancel());
  }
}
