package io.quipu.edge.web;

import io.quipu.edge.guard.body.Bodies;
import io.quipu.edge.guard.body.BodyDeadlines;
import io.quipu.edge.response.Problem;
import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.response.Response;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Adds the routes of the service to a {@link Router}. Routes match raw paths, so that names stay as
 * the caller sent them. If the templates of two routes for one method match a path, the route that
 * was added first serves it. Confined to the context of one server instance.
 */
public final class Routes {
  public static final String IDEMPOTENCY_KEY = "Idempotency-Key";
  public static final String IF_MATCH = "If-Match";
  public static final String IF_NONE_MATCH = "If-None-Match";

  /** The headers on which the effect of a request depends, each with its place. */
  private static final Map<String, String> MEANT =
      Map.of(
          IDEMPOTENCY_KEY,
          "requests that record one event",
          IF_MATCH,
          "reads, and for PUT and DELETE of /v1/namespaces/{namespace}",
          IF_NONE_MATCH,
          "reads, and for PUT and DELETE of /v1/namespaces/{namespace}",
          "Content-Range",
          "no path, as a body is taken as a whole");

  private final Router router;
  private final ResponseWriters writers;
  private final HttpMeters meters;
  private final Bodies bodies;
  private final Map<PathTemplate, Set<String>> methods = new LinkedHashMap<>();

  /**
   * @param bodyTimeout the time for a body to arrive, rounded down to whole seconds; a body may
   *     take up to a second more
   */
  public Routes(Vertx vertx, ResponseWriters writers, HttpMeters meters, Duration bodyTimeout) {
    this.bodies =
        new Bodies(writers.budget(), new BodyDeadlines(vertx, (int) bodyTimeout.toSeconds()));
    this.router = Router.router(vertx);
    this.writers = writers;
    this.meters = meters;
  }

  /** Adds a handler that runs before the routes that are added later. */
  public Routes before(Handler<RoutingContext> handler) {
    router.route().handler(handler);
    return this;
  }

  /**
   * Adds a route that answers JSON. A caller who does not accept JSON gets 406.
   *
   * @param admission the decision who may use the route
   * @param parameters the query parameters of the route; any other parameter is refused
   */
  public Routes json(
      HttpMethod method,
      String template,
      Admission admission,
      Action action,
      String... parameters) {
    return json(method, template, admission, Set.of(), action, parameters);
  }

  /**
   * Adds a route that answers JSON, as {@link #json(HttpMethod, String, Admission, Action,
   * String...)} does.
   *
   * @param obeyed the headers of {@link #MEANT} that the action obeys
   */
  public Routes json(
      HttpMethod method,
      String template,
      Admission admission,
      Set<String> obeyed,
      Action action,
      String... parameters) {
    return made(
        method,
        template,
        admission,
        Set.of(parameters),
        request -> {
          requireObeyed(request.http(), obeyed);
          MediaTypes.chosen(accept(request), MediaTypes.JSON);
          return action;
        });
  }

  /**
   * Adds a {@code GET} route that answers JSON with a list, or the list as CSV. A caller who
   * accepts neither gets 406.
   *
   * @param table the list as CSV
   * @param action answers JSON
   * @param parameters the query parameters of the route; any other parameter is refused
   */
  public Routes table(
      String template, Admission admission, CsvTable table, Action action, String... parameters) {
    return table(HttpMethod.GET, template, admission, table, action, parameters);
  }

  /**
   * Adds a route that answers JSON or CSV, as {@link #table(String, Admission, CsvTable, Action,
   * String...)} does. A large table is made on a worker.
   */
  public Routes table(
      HttpMethod method,
      String template,
      Admission admission,
      CsvTable table,
      Action action,
      String... parameters) {
    Action csv =
        request ->
            action
                .serve(request)
                .compose(answer -> request.made(answer.body(), body -> table.of(answer, request)));
    Set<String> allowed = new TreeSet<>(List.of(parameters));
    allowed.add(CsvTable.SPREADSHEET);
    return made(
        method,
        template,
        admission,
        allowed,
        request -> {
          requireObeyed(request.http(), Set.of());
          request.vary(HttpHeaders.ACCEPT);
          String type = MediaTypes.chosen(accept(request), MediaTypes.JSON, MediaTypes.CSV);
          return type.equals(MediaTypes.CSV) ? csv : table.json(action);
        });
  }

  /** Refuses a header that the caller relies on, and the route would pass over. */
  private static void requireObeyed(HttpServerRequest request, Set<String> obeyed) {
    if (Conditions.isRead(request)) {
      return;
    }
    MEANT.forEach(
        (header, place) -> {
          if (!obeyed.contains(header) && request.headers().contains(header)) {
            throw Rejection.of(
                ProblemType.INVALID_REQUEST,
                header,
                header
                    + " is "
                    + JsonInput.shown(request.getHeader(header))
                    + ", and "
                    + request.method()
                    + " of this path cannot obey it: leave it out. It is for "
                    + place);
          }
        });
  }

  private static List<String> accept(RoutedRequest request) {
    return request.http().headers().getAll(HttpHeaders.ACCEPT);
  }

  /**
   * Adds a {@code GET} route with answers that are made for each request, and are not JSON. The
   * accepted types are ignored.
   *
   * @param parameters the query parameters of the route; any other parameter is refused
   */
  public Routes picture(String template, Admission admission, Action action, String... parameters) {
    return made(HttpMethod.GET, template, admission, Set.of(parameters), request -> action);
  }

  /**
   * Adds a route with answers that are made for each request.
   *
   * @param chosen gives the action for the accepted types; may refuse the request
   */
  private Routes made(
      HttpMethod method,
      String template,
      Admission admission,
      Set<String> allowed,
      Function<RoutedRequest, Action> chosen) {
    return add(
        method,
        template,
        admission,
        writers::tracing,
        request -> {
          Action action = chosen.apply(request);
          request.readQuery(allowed);
          serve(action, request);
        });
  }

  /** Adds a {@code GET} route of a page or a file. Ignores the query and the accepted types. */
  public Routes page(String template, Admission admission, Action action) {
    return add(HttpMethod.GET, template, admission, writers::to, request -> serve(action, request));
  }

  /**
   * Adds a {@code GET} route that hands the request to {@code taker}. The taker must answer,
   * upgrade or fail the request. When the taker is called, the body is unread, and the request may
   * be paused. If the taker throws an exception, the request fails with it.
   *
   * @param admission the decision who may use the route
   * @param parameters the query parameters of the route; any other parameter is refused
   */
  public Routes takeOver(
      String template, Admission admission, Consumer<RoutedRequest> taker, String... parameters) {
    Set<String> allowed = Set.of(parameters);
    return add(
        HttpMethod.GET,
        template,
        admission,
        writers::to,
        request -> {
          request.holdHeadUntilClosed();
          request.readQuery(allowed);
          taker.accept(request);
        });
  }

  private static void serve(Action action, RoutedRequest request) {
    request.holdHead();
    Future<Response> answer = action.serve(request);
    request.resume();
    answer.onComplete(request::respond, request::fail);
  }

  /**
   * @param writing makes the writer of a request, with a span or without one. A request for a taker
   *     has no span, because it may last for hours. A page has no span, because it is little work
   */
  private Routes add(
      HttpMethod method,
      String text,
      Admission admission,
      BiFunction<HttpServerRequest, HttpMeters.Route, ResponseWriter> writing,
      Consumer<RoutedRequest> taker) {
    PathTemplate template = PathTemplate.of(text);
    Map<String, Integer> variables = template.variables();
    HttpMeters.Route meter = meters.route(method.name(), text);
    Route route = route(template).method(method);
    allow(template, method);
    if (method.equals(HttpMethod.GET)) {
      route.method(HttpMethod.HEAD);
      allow(template, HttpMethod.HEAD);
    }
    Consumer<RoutedRequest> admitted =
        admission == Admission.OPEN ? taker : request -> admit(admission, taker, request);
    route.handler(
        context -> {
          ResponseWriter writer = writing.apply(context.request(), meter);
          take(admitted, new RoutedRequest(context, writer, variables, bodies));
        });
    return this;
  }

  private static void admit(
      Admission admission, Consumer<RoutedRequest> taker, RoutedRequest request) {
    Future<Void> decision = admission.admit(request);
    if (decision == null) {
      taker.accept(request);
      return;
    }
    // Without the pause, a body that arrives before its handler is set would be lost.
    request.pause();
    decision.onComplete(admitted -> take(taker, request), request::fail);
  }

  private static void take(Consumer<RoutedRequest> taker, RoutedRequest request) {
    try {
      taker.accept(request);
    } catch (RuntimeException failure) {
      request.fail(failure);
    }
  }

  private Route route(PathTemplate template) {
    return router
        .routeWithRegex(template.regex())
        .useNormalizedPath(false)
        .setName(template.text());
  }

  private void allow(PathTemplate template, HttpMethod method) {
    methods.computeIfAbsent(template, first -> new TreeSet<>()).add(method.name());
  }

  /**
   * Adds the answers to requests without a route, and to failures, and returns the router. Call
   * this last: a route that is added afterwards is never reached.
   */
  public Router complete() {
    methods.forEach(
        (template, allowed) -> route(template).handler(refusing(String.join(", ", allowed))));
    router.route().handler(context -> context.fail(nothingHere()));
    router.route().failureHandler(new FailureHandler(writers));
    return router;
  }

  /**
   * Completes the routes for pages of foreign origins, as {@link #complete} does. Answers
   * preflights of the routes.
   *
   * @param otherwise handles requests without a route
   */
  public Router completeForForeignPages(Handler<HttpServerRequest> otherwise) {
    methods.forEach(
        (template, allowed) ->
            route(template)
                .method(HttpMethod.OPTIONS)
                .handler(PublicCors.preflights(allowed, otherwise)));
    router.route().handler(context -> otherwise.handle(context.request()));
    router.route().failureHandler(new FailureHandler(writers));
    return router;
  }

  private static Handler<RoutingContext> refusing(String allow) {
    Problem problem =
        Problem.of(ProblemType.METHOD_NOT_ALLOWED, "The methods of this path are " + allow);
    Rejection refusal = new Rejection(problem).with(HttpHeaders.ALLOW, allow);
    return context -> context.fail(refusal);
  }

  static Rejection nothingHere() {
    return Rejection.of(
        ProblemType.NOT_FOUND, "There is nothing at this path; /docs lists what is");
  }
}
