package io.quipu.edge.http.admin;

import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.http.read.ListLimit;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.Query;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.keys.Right;
import io.quipu.engine.keys.Scope;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.namespace.DeletedNamespace;
import io.quipu.engine.store.CounterPurges.PurgedCounter;
import io.quipu.engine.store.NamespaceStore.Listed;
import io.quipu.service.CounterService;
import io.quipu.service.auth.Caller;
import io.quipu.service.rates.Prices;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Lists the existing namespaces that the caller may read, in the order of their names. */
public record NamespacesResource(CounterService service, RouteAccess access) implements Resource {
  /** A character that is larger than every character of a name. */
  private static final char ABOVE_NAMES = '~';

  private static final String DELETING = "deleting";

  @Override
  public void mount(Routes routes) {
    routes.json(
        HttpMethod.GET,
        "/v1/namespaces",
        access.somewhere(Right.READ, Right.ADMIN),
        this::read,
        "limit",
        "after",
        "prefix",
        DELETING);
  }

  private Future<Response> read(RoutedRequest request) {
    if (request.query().flag(DELETING)) {
      return deleting(request);
    }
    Caller caller = RouteAccess.requireSomewhere(request, Right.READ);
    int limit = ListLimit.of(request.query());
    String after = request.query().get("after").orElse("");
    checkAfter(after);
    String prefix = request.query().get("prefix").orElse("");
    if (!prefix.isEmpty() && !isName(prefix)) {
      // Every prefix of a name is a valid name, so no name has this prefix.
      return Future.succeededFuture(response(List.of(), limit));
    }
    String start = Collections.max(List.of(after, before(prefix)));
    access.asker(request).pay("", Prices.together(limit));
    // One namespace more than the limit tells whether more namespaces follow.
    return list(caller, start, limit + 1)
        .map(found -> found.stream().filter(one -> one.name().startsWith(prefix)).toList())
        .map(found -> response(found, limit));
  }

  /** Shows the deletions that have not ended, of namespaces that the caller could delete. */
  private Future<Response> deleting(RoutedRequest request) {
    Caller caller = RouteAccess.requireSomewhere(request, Right.ADMIN);
    Query query = request.query();
    int limit = ListLimit.of(query);
    String after = query.get("after").orElse("");
    checkAfter(after);
    String prefix = query.get("prefix").orElse("");
    access.asker(request).pay("", Prices.together(limit));
    return service
        .administration()
        .deleted()
        .map(
            all ->
                all.stream()
                    .filter(one -> caller.mayAll(Right.ADMIN, one.name()))
                    .filter(one -> one.name().startsWith(prefix))
                    .filter(one -> one.name().compareTo(after) > 0)
                    .limit(limit + 1L)
                    .toList())
        .compose(
            found ->
                service
                    .administration()
                    .purged(one -> mayShow(caller, one) && one.namespace().startsWith(prefix))
                    .map(counters -> deleting(found, counters, limit)));
  }

  private static boolean mayShow(Caller caller, CounterName counter) {
    return caller.mayAll(Right.ADMIN, counter.namespace());
  }

  private Response deleting(List<DeletedNamespace> found, List<PurgedCounter> counters, int limit) {
    JsonText json = new JsonText().beginObject().name("namespaces").beginArray();
    for (DeletedNamespace one : found.subList(0, Math.min(limit, found.size()))) {
      json.beginObject()
          .field("namespace", one.name())
          .field("kind", one.kind())
          .field("status", "deleting")
          .field("at", one.at().toString())
          .field("done", one.done())
          .field("of", service.administration().deletionUnits())
          .endObject();
    }
    json.endArray().name("counters").beginArray();
    for (PurgedCounter one : counters.subList(0, Math.min(limit, counters.size()))) {
      json.beginObject()
          .field("namespace", one.counter().namespace())
          .field("counter", one.counter().name())
          .field("status", "deleting")
          .field("at", one.at().toString())
          .endObject();
    }
    json.endArray();
    if (found.size() > limit) {
      json.field("next", found.get(limit - 1).name());
    }
    return Response.json(200, json.endObject());
  }

  private static boolean isName(String text) {
    try {
      CounterName.checkNamespace(text);
      return true;
    } catch (InvalidInput e) {
      return false;
    }
  }

  /** A text that sorts before all names with a prefix, and after all smaller names. */
  private static String before(String prefix) {
    if (prefix.isEmpty()) {
      return "";
    }
    int last = prefix.length() - 1;
    return prefix.substring(0, last) + (char) (prefix.charAt(last) - 1) + ABOVE_NAMES;
  }

  private Future<List<Listed>> list(Caller caller, String after, int limit) {
    List<String> readable = caller.namespaces(Right.READ);
    return readable.contains(Scope.ALL)
        ? service.administration().list(after, limit)
        : existing(readable.stream().filter(name -> name.compareTo(after) > 0).toList(), limit);
  }

  /** Looks up the few namespaces that the scopes of a caller name. Some may not exist. */
  private Future<List<Listed>> existing(List<String> names, int limit) {
    List<Future<Optional<Namespace>>> asked =
        names.stream().map(service.namespaces()::lookUp).toList();
    return Future.all(asked)
        .map(
            all ->
                asked.stream()
                    .flatMap(one -> one.result().stream())
                    .limit(limit)
                    .map(Listed::of)
                    .toList());
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
    return Response.json(200, json.endObject());
  }
}
