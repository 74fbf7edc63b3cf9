package io.quipu.http;

import io.quipu.counter.CounterName;
import io.quipu.counter.InvalidInput;
import io.quipu.store.NamespaceStore.Listed;
import io.quipu.web.JsonText;
import io.quipu.web.Resource;
import io.quipu.web.Response;
import io.quipu.web.RoutedRequest;
import io.quipu.web.Routes;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;

/** Lists the namespaces that there are, page by page. */
final class NamespacesResource implements Resource {
  private final Backend backend;

  NamespacesResource(Backend backend) {
    this.backend = backend;
  }

  @Override
  public void mount(Routes routes) {
    routes.json(HttpMethod.GET, "/v1/namespaces", this::read, "limit", "after");
  }

  private Future<Response> read(RoutedRequest request) {
    int limit = PageLimit.of(request.query());
    String after = request.query().get("after").orElse("");
    checkAfter(after);
    // One more than asked for tells whether there is a next page.
    return backend.listNamespaces(after, limit + 1).map(found -> response(found, limit));
  }

  private static void checkAfter(String after) {
    if (!after.isEmpty()) {
      try {
        CounterName.checkNamespace(after);
      } catch (InvalidInput e) {
        throw new InvalidInput("after", "after is not the name of a namespace: " + e.detail());
      }
    }
  }

  private static Response response(List<Listed> found, int limit) {
    boolean more = found.size() > limit;
    List<Listed> page = more ? found.subList(0, limit) : found;
    JsonText json = new JsonText().beginObject().name("namespaces").beginArray();
    for (Listed one : page) {
      json.beginObject().field("namespace", one.name()).field("kind", one.kind()).endObject();
    }
    json.endArray();
    if (more) {
      json.field("next", page.get(page.size() - 1).name());
    }
    return Response.json(200, json.endObject().toBuffer());
  }
}
