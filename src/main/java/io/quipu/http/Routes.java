package io.quipu.http;

import io.quipu.metrics.HttpMeters;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Every path of the service and what serves it. Matches raw segments, so that names survive as they
 * were sent. Confined to the context of one server instance.
 */
public final class Routes implements Handler<HttpServerRequest> {
  private static final int LARGE_BODIES = 8;

  private final Vertx vertx;
  private final Replies replies;
  private final HttpMeters meters;
  private final LargeBodies large = new LargeBodies(LARGE_BODIES);
  private final List<Node> nodes = new ArrayList<>();

  Routes(Vertx vertx, Replies replies, HttpMeters meters) {
    this.vertx = vertx;
    this.replies = replies;
    this.meters = meters;
  }

  /**
   * A method that answers JSON.
   *
   * @param parameters the query parameters that it has; any other is refused
   */
  public Routes json(HttpMethod method, String template, Action action, String... parameters) {
    Set<String> allowed = Set.of(parameters);
    return add(
        method,
        template,
        (found, request, reply) -> {
          MediaTypes.requireJsonAccepted(request.getHeader(HttpHeaders.ACCEPT));
          serve(action, exchange(found, request, reply, Query.of(request.query(), allowed)));
        });
  }

  /** A page or a file, whatever the query and the accepted types are. */
  Routes page(String template, Action action) {
    return add(
        HttpMethod.GET,
        template,
        (found, request, reply) ->
            serve(action, exchange(found, request, reply, Query.of(null, Set.of()))));
  }

  /**
   * A {@code GET} that takes the request over: it must answer, upgrade or fail the exchange, and
   * nothing has been read when it is called. Exceptions that it throws are answered for it.
   */
  public Routes takeOver(String template, Consumer<Exchange> taker, String... parameters) {
    Set<String> allowed = Set.of(parameters);
    return add(
        HttpMethod.GET,
        template,
        (found, request, reply) ->
            taker.accept(exchange(found, request, reply, Query.of(request.query(), allowed))));
  }

  private Routes add(HttpMethod method, String text, Taker taker) {
    Route route = new Route(meters.route(method.name(), text), taker);
    for (Node node : nodes) {
      if (node.template.text().equals(text)) {
        node.methods.put(method, route);
        return this;
      }
    }
    Node node = new Node(Template.of(text), new LinkedHashMap<>());
    node.methods.put(method, route);
    nodes.add(node);
    nodes.sort(
        Comparator.comparing((Node n) -> n.template.isOpen())
            .thenComparing(n -> -n.template.weight()));
    return this;
  }

  @Override
  public void handle(HttpServerRequest request) {
    Reply reply = replies.to(request);
    try {
      dispatch(request, reply);
    } catch (RuntimeException failure) {
      reply.fail(failure);
    }
  }

  private void dispatch(HttpServerRequest request, Reply reply) {
    String raw = request.path();
    CounterPath path = raw != null && raw.startsWith("/") ? CounterPath.of(raw) : null;
    Node node = path == null ? null : find(path);
    if (path == null || node == null) {
      throw new Rejection(
          Problem.of(ProblemType.NOT_FOUND, "There is nothing at this path; /docs lists what is"));
    }
    Route route = node.route(request.method());
    if (route == null) {
      refuseMethod(node, reply);
    } else {
      reply.found(route.meter);
      route.taker.take(new Found(node.template, path), request, reply);
    }
  }

  private @Nullable Node find(CounterPath path) {
    for (Node node : nodes) {
      if (node.template.matches(path)) {
        return node;
      }
    }
    return null;
  }

  private static void refuseMethod(Node node, Reply reply) {
    String allow = node.allow();
    Problem problem =
        Problem.of(ProblemType.METHOD_NOT_ALLOWED, "The methods of this path are " + allow);
    reply.send(Answer.problem(problem, reply.id()).with(HttpHeaders.ALLOW, allow));
  }

  private Exchange exchange(Found found, HttpServerRequest request, Reply reply, Query query) {
    return new Exchange(vertx, request, reply, found.path, found.template, query, large);
  }

  private static void serve(Action action, Exchange exchange) {
    action.serve(exchange).onComplete(exchange::answer, exchange::fail);
  }

  private interface Taker {
    void take(Found found, HttpServerRequest request, Reply reply);
  }

  /** One method of one path. */
  private record Route(HttpMeters.Route meter, Taker taker) {}

  private record Found(Template template, CounterPath path) {}

  private record Node(Template template, Map<HttpMethod, Route> methods) {
    @Nullable Route route(HttpMethod method) {
      return methods.get(method.equals(HttpMethod.HEAD) ? HttpMethod.GET : method);
    }

    String allow() {
      Set<String> names = new TreeSet<>();
      methods.keySet().forEach(method -> names.add(method.name()));
      if (methods.containsKey(HttpMethod.GET)) {
        names.add("HEAD");
      }
      return String.join(", ", names);
    }
  }
}
