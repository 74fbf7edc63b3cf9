package io.quipu.edge.http.admin;

import io.quipu.edge.access.RequestAudit;
import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.http.read.ListLimit;
import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.Admission;
import io.quipu.edge.web.MediaTypes;
import io.quipu.edge.web.Percent;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.keys.Grant;
import io.quipu.engine.keys.Scope;
import io.quipu.engine.keys.StoredKey;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.windows.EventTime;
import io.quipu.service.CounterService;
import io.quipu.service.KeyService;
import io.quipu.service.auth.ApiKey;
import io.quipu.service.auth.Keys;
import io.quipu.service.rates.Prices;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import java.util.List;

/** Creates, lists and deletes keys. */
public record KeysResource(CounterService service, RouteAccess access) implements Resource {
  private static final String PATH = "/v1/keys";

  @Override
  public void mount(Routes routes) {
    Admission operators = access.toKeys();
    routes
        .json(HttpMethod.POST, PATH, operators, this::create)
        .json(HttpMethod.GET, PATH, operators, this::list, "limit", "after")
        .json(HttpMethod.DELETE, PATH + "/{id}", operators, this::delete);
  }

  private Future<Response> create(RoutedRequest request) {
    MediaTypes.requireBodyType(MediaTypes.bodyType(request.http()), MediaTypes.JSON);
    return request
        .read(
            body -> KeyInput.draft(service.clock().wall(), RequestAudit.caller(request).id(), body))
        .compose(service.keys()::create)
        .map(made -> created(request, made))
        .onFailure(failure -> RequestAudit.unlessSure(request, failure));
  }

  private static Response created(RoutedRequest request, Keys.NewKey made) {
    return switch (made.outcome()) {
      case APPLIED -> {
        JsonText json = new JsonText().beginObject().field("key", made.key().reveal());
        write(json, made.stored());
        RequestAudit.keyCreated(request, made.stored(), described(made.stored()));
        yield Response.json(201, json.endObject())
            .withSecret()
            .with(HttpHeaders.LOCATION, PATH + "/" + made.key().id());
      }
      case REFUSED -> throw new IllegalStateException("a random id was there before");
      case UNKNOWN -> throw KeyService.outcomeUnknown();
    };
  }

  private Future<Response> list(RoutedRequest request) {
    int limit = ListLimit.of(request.query());
    String after = request.query().get("after").orElse("");
    if (!after.isEmpty() && !ApiKey.isId(after)) {
      throw new InvalidInput("after", "after is not the id of a key");
    }
    access.asker(request).pay("", Prices.together(limit));
    // One key more than the limit tells whether more keys follow.
    return service.keys().list(after, limit + 1).map(found -> response(found, limit));
  }

  private static Response response(List<StoredKey> found, int limit) {
    boolean more = found.size() > limit;
    List<StoredKey> page = more ? found.subList(0, limit) : found;
    JsonText json = new JsonText().beginObject().name("keys").beginArray();
    for (StoredKey one : page) {
      write(json.beginObject(), one);
      json.endObject();
    }
    json.endArray();
    if (more) {
      json.field("next", page.get(page.size() - 1).id());
    }
    return Response.json(200, json.endObject());
  }

  private Future<Response> delete(RoutedRequest request) {
    String id = Percent.decode("id", request.segment("id"));
    if (!ApiKey.isId(id)) {
      throw new InvalidInput("id", "id must be 4 to 24 of a-z and 0-9");
    }
    return request
        .readNothing()
        .compose(empty -> service.keys().delete(id))
        .map(outcome -> deleted(request, id, outcome))
        .onFailure(failure -> RequestAudit.unlessSure(request, failure));
  }

  private static Response deleted(RoutedRequest request, String id, CasOutcome outcome) {
    return switch (outcome) {
      case APPLIED -> {
        RequestAudit.keyDeleted(request, id);
        yield Response.json(
            200,
            new JsonText().beginObject().field("status", "deleted").field("id", id).endObject());
      }
      case REFUSED ->
          throw Rejection.of(
              ProblemType.UNKNOWN_KEY,
              "id",
              "There is no key "
                  + id
                  + " in the store; the one of QUIPU_BOOTSTRAP_KEY_FILE ends with its file");
      case UNKNOWN -> throw KeyService.outcomeUnknown();
    };
  }

  /** Describes a key and its rights for the audit. */
  private static String described(StoredKey key) {
    JsonText json = new JsonText().beginObject();
    write(json, key);
    return json.endObject().toString();
  }

  private static void write(JsonText json, StoredKey key) {
    Grant grant = key.grant();
    json.field("id", key.id());
    if (!key.draft().name().isEmpty()) {
      json.field("name", key.draft().name());
    }
    texts(json, "scopes", grant.scopes().stream().map(Scope::text).toList());
    if (!grant.prefix().isEmpty()) {
      json.field("prefix", grant.prefix());
    }
    if (grant.onlyOne()) {
      json.field("delta", 1);
    }
    if (!grant.origins().isEmpty()) {
      texts(json, "origins", grant.origins());
    }
    if (grant.rate() > 0) {
      json.field("rate", grant.rate());
    }
    EventTime expires = grant.expires();
    if (expires != null) {
      json.field("expires", expires.toString());
    }
    json.field("created", key.created().toString());
    if (!key.draft().createdBy().isEmpty()) {
      json.field("createdBy", key.draft().createdBy());
    }
    EventTime lastUsed = key.lastUsed();
    if (lastUsed != null) {
      json.field("lastUsed", lastUsed.toString());
    }
  }

  private static void texts(JsonText json, String name, List<String> texts) {
    json.name(name).beginArray();
    texts.forEach(json::value);
    json.endArray();
  }
}
