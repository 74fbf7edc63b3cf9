package io.quipu.edge.http.read;

import io.quipu.edge.access.RequestAudit;
import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.counters.CounterPath;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.Query;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.keys.Right;
import io.quipu.engine.kind.answer.Listing.FoundCounter;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.Ranked;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.state.ListedCounter;
import io.quipu.service.CounterService;
import io.vertx.core.Future;
import java.util.List;

/** Lists counters of a namespace with settled counts: all by name, or those with the largest. */
public record ListResource(CounterService service, RouteAccess access) implements Resource {
  private static final String BY_NAME = "name";
  private static final String BY_COUNT = "count";

  @Override
  public void mount(Routes routes) {
    routes.table(
        "/v1/counters/{namespace}",
        access.within(Right.READ),
        RankingResponse.TABLE,
        this::read,
        "prefix",
        "order",
        "limit",
        "after");
  }

  private Future<Response> read(RoutedRequest request) {
    String namespace = CounterPath.namespace(request);
    int limit = ListLimit.of(request.query());
    String after = request.query().get("after").orElse("");
    checkAfter(namespace, after);
    String prefix = request.query().get("prefix").orElse("");
    RequestAudit.requireNames(request, namespace, prefix);
    NameRange names = NameRange.of(prefix);
    boolean byCount = isByCount(request.query());
    return service
        .namespaces()
        .find(namespace)
        .compose(
            found ->
                byCount
                    ? answer(request, new Ranked(found, names, null))
                        .map(ranking -> Response.object(RankingResponse.members(ranking, limit)))
                    // One counter more than the limit tells whether more counters follow.
                    : answer(request, new Question.Names(found, names.after(after), limit + 1))
                        .map(list -> response(list.counters(), limit, after.isEmpty())));
  }

  /** Tells whether the list is by count. Such a list cannot be continued with {@code after}. */
  private static boolean isByCount(Query query) {
    String order = query.get("order").orElse(BY_NAME);
    if (!order.equals(BY_NAME) && !order.equals(BY_COUNT)) {
      throw new InvalidInput("order", "order must be one of name, count");
    }
    if (order.equals(BY_COUNT) && query.get("after").isPresent()) {
      throw new InvalidInput("after", "there is no after with order=count: it has one page");
    }
    return order.equals(BY_COUNT);
  }

  private <A> Future<A> answer(RoutedRequest request, Question<A> question) {
    return service.questions().answer(question, access.asker(request));
  }

  private static void checkAfter(String namespace, String after) {
    if (!after.isEmpty()) {
      try {
        new CounterName(namespace, after);
      } catch (InvalidInput e) {
        throw new InvalidInput("after", "after is not the name of a counter: " + e.detail());
      }
    }
  }

  /**
   * @param whole whether the list begins with the first counter; if it also ends with the last
   *     counter, the response has the total
   */
  private static Response response(List<FoundCounter> all, int limit, boolean whole) {
    boolean more = all.size() > limit;
    List<FoundCounter> page = more ? all.subList(0, limit) : all;
    JsonText json = new JsonText().beginObject().name("counters").beginArray();
    for (FoundCounter found : page) {
      new ListedCounter(found.counter().name(), found.value()).write(json);
    }
    json.endArray();
    if (more) {
      json.field("next", page.get(page.size() - 1).counter().name());
    } else if (whole) {
      json.field("total", page.size());
    }
    return Response.json(200, json.endObject());
  }
}
