package io.quipu.http;

import io.quipu.counter.CounterName;
import io.quipu.counter.InvalidInput;
import io.quipu.counter.Namespace;
import io.quipu.kind.Feature;
import io.quipu.query.Count;
import io.quipu.query.QueryAddresses;
import io.quipu.web.JsonText;
import io.quipu.web.Resource;
import io.quipu.web.Response;
import io.quipu.web.RoutedRequest;
import io.quipu.web.Routes;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;

/** Lists the counters of a namespace with their settled counts, page by page. */
final class ListResource implements Resource {
  private final Backend backend;

  ListResource(Backend backend) {
    this.backend = backend;
  }

  @Override
  public void mount(Routes routes) {
    routes.json(HttpMethod.GET, "/v1/counters/{namespace}", this::read, "limit", "after");
  }

  private Future<Response> read(RoutedRequest request) {
    String namespace = CounterPath.namespace(request);
    int limit = PageLimit.of(request.query());
    String after = request.query().get("after").orElse("");
    checkAfter(namespace, after);
    // One more than asked for tells whether there is a next page.
    return backend
        .namespace(namespace)
        .compose(found -> list(found, after, limit + 1))
        .map(listing -> response(listing.counters(), limit));
  }

  private Future<QueryAddresses.Listing> list(Namespace namespace, String after, int limit) {
    backend.kinds().of(namespace).require(Feature.LISTS);
    return backend.list(
        new QueryAddresses.Page(namespace.name(), namespace.shards(), after, limit));
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

  private static Response response(List<QueryAddresses.SettledCounter> found, int limit) {
    boolean more = found.size() > limit;
    List<QueryAddresses.SettledCounter> page = more ? found.subList(0, limit) : found;
    JsonText json = new JsonText().beginObject().name("counters").beginArray();
    for (QueryAddresses.SettledCounter settled : page) {
      json.beginObject().field("counter", settled.counter().name());
      Count.write(json, settled.settled()).endObject();
    }
    json.endArray();
    if (more) {
      json.field("next", page.get(page.size() - 1).counter().name());
    }
    return Response.json(200, json.endObject().toBuffer());
  }
}
