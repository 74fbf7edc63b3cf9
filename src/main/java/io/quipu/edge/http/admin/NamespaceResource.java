package io.quipu.edge.http.admin;

import io.quipu.edge.access.RequestAudit;
import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.counters.CounterPath;
import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.EntityTag;
import io.quipu.edge.web.MediaTypes;
import io.quipu.edge.web.Resource;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.edge.web.Routes;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.keys.Right;
import io.quipu.engine.kind.CommonSetting;
import io.quipu.engine.kind.CountMetrics;
import io.quipu.engine.kind.Kind;
import io.quipu.engine.kind.Notes;
import io.quipu.engine.kind.PageViews;
import io.quipu.engine.kind.Setting;
import io.quipu.engine.names.Breakdowns;
import io.quipu.engine.names.Keep;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.namespace.DeleteOutcome;
import io.quipu.engine.namespace.NamespacePut;
import io.quipu.engine.namespace.Precondition;
import io.quipu.engine.namespace.PutOutcome;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.TimeSpan;
import io.quipu.service.CounterService;
import io.quipu.service.KnownNamespaces;
import io.quipu.service.auth.Caller;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Shows, creates, changes and deletes namespaces. */
public record NamespaceResource(CounterService service, RouteAccess access) implements Resource {
  private static final String PATH = "/v1/namespaces/{namespace}";
  private static final Set<String> CONDITIONS = Set.of(Routes.IF_MATCH, Routes.IF_NONE_MATCH);

  @Override
  public void mount(Routes routes) {
    routes
        .json(HttpMethod.GET, PATH, access.within(Right.READ), this::show)
        .json(HttpMethod.PUT, PATH, access.toAllOf(Right.ADMIN), CONDITIONS, this::put)
        .json(HttpMethod.DELETE, PATH, access.toAllOf(Right.ADMIN), CONDITIONS, this::delete);
  }

  private Future<Response> show(RoutedRequest request) {
    return service
        .namespaces()
        .fresh(CounterPath.namespace(request))
        .map(found -> shown(RequestAudit.caller(request), found));
  }

  private Future<Response> put(RoutedRequest request) {
    String name = CounterPath.namespace(request);
    MediaTypes.requireBodyType(MediaTypes.bodyType(request.http()), MediaTypes.JSON);
    Precondition condition = condition(request.http());
    return request
        .read(body -> NamespaceInput.change(service.kinds(), name, body))
        .compose(change -> put(request, new NamespacePut(change, condition)))
        .compose(
            outcome ->
                outcome instanceof PutOutcome.ConditionFailed
                    ? unmet(name, condition)
                    : Future.succeededFuture(response(name, outcome)));
  }

  private Future<PutOutcome> put(RoutedRequest request, NamespacePut wanted) {
    return before(wanted.change().name())
        .compose(
            before ->
                service
                    .administration()
                    .put(wanted)
                    .onSuccess(outcome -> note(request, before, outcome)));
  }

  private Future<Response> delete(RoutedRequest request) {
    String name = CounterPath.namespace(request);
    Precondition condition = condition(request.http());
    return request
        .readNothing()
        .compose(empty -> service.administration().delete(name, condition))
        .compose(
            outcome ->
                outcome instanceof DeleteOutcome.ConditionFailed
                    ? unmet(name, condition)
                    : Future.succeededFuture(deleted(request, name, outcome)));
  }

  private static Response deleted(RoutedRequest request, String name, DeleteOutcome outcome) {
    if (outcome instanceof DeleteOutcome.Deleting deleting) {
      String at = deleting.at().toString();
      RequestAudit.namespaceDeleted(request, at);
      return Response.json(
          202,
          new JsonText().beginObject().field("status", "deleting").field("at", at).endObject());
    }
    if (outcome instanceof DeleteOutcome.Permanent) {
      throw new InvalidInput(
          "namespace", "the namespace " + name + " always exists and cannot be deleted");
    }
    if (outcome instanceof DeleteOutcome.Absent) {
      throw KnownNamespaces.unknown(name);
    }
    RequestAudit.namespaceDeleted(request, "unknown");
    throw Rejection.of(
        ProblemType.OUTCOME_UNKNOWN,
        "The namespace may or may not have been deleted. Send it again.");
  }

  /** Fails with the condition that does not hold, and with the version that there is now. */
  private Future<Response> unmet(String name, Precondition condition) {
    return service
        .namespaces()
        .lookUpAnew(name)
        .compose(
            found -> {
              boolean exists = condition.noneOf() != null && condition.isOneOf(found);
              String header = exists ? Routes.IF_NONE_MATCH : Routes.IF_MATCH;
              return Future.failedFuture(
                  Rejection.of(
                      ProblemType.PRECONDITION_FAILED,
                      header,
                      header
                          + " does not hold of the namespace "
                          + name
                          + found
                              .map(one -> ", whose ETag is " + EntityTag.of(one.version()).text())
                              .orElse(", which does not exist")));
            });
  }

  /** Looks up the old version for the audit. A concurrent change may not be in this version. */
  private Future<String> before(String name) {
    return service
        .namespaces()
        .lookUpAnew(name)
        .map(found -> found.map(Namespace::version).orElse("none"));
  }

  private static void note(RoutedRequest request, String before, PutOutcome outcome) {
    if (outcome instanceof PutOutcome.Created created) {
      RequestAudit.namespacePut(request, before, created.namespace().version());
    } else if (outcome instanceof PutOutcome.Kept kept) {
      RequestAudit.namespacePut(request, before, kept.namespace().version());
    } else if (outcome instanceof PutOutcome.OutcomeUnknown) {
      RequestAudit.namespacePut(request, before, "unknown");
    }
  }

  private static Precondition condition(HttpServerRequest request) {
    return new Precondition(
        versions(request, Routes.IF_MATCH, false), versions(request, Routes.IF_NONE_MATCH, true));
  }

  private static @Nullable List<String> versions(
      HttpServerRequest request, String header, boolean weak) {
    return request.headers().contains(header)
        ? EntityTag.versionsOfChange(header, request.headers().getAll(header), weak)
        : null;
  }

  private Response response(String name, PutOutcome outcome) {
    if (outcome instanceof PutOutcome.Created created) {
      return response(201, created.namespace());
    }
    if (outcome instanceof PutOutcome.Kept kept) {
      return response(200, kept.namespace());
    }
    throw refusal(name, outcome);
  }

  private static RuntimeException refusal(String name, PutOutcome outcome) {
    if (outcome instanceof PutOutcome.OtherKind other) {
      return Rejection.of(
          ProblemType.KIND_CHANGE,
          "kind",
          "The namespace %s is of kind %s; its kind cannot be changed"
              .formatted(name, other.kind()));
    }
    if (outcome instanceof PutOutcome.OtherShards other) {
      return Rejection.of(
          ProblemType.SHARDS_CHANGE,
          "shards",
          "The namespace %s has shards %s; they cannot be changed".formatted(name, other.shards()));
    }
    if (outcome instanceof PutOutcome.OtherSetting other) {
      return Rejection.of(
          ProblemType.SETTING_CHANGE,
          other.name(),
          "The namespace %s has %s %s; it cannot be changed"
              .formatted(name, other.name(), other.value()));
    }
    if (outcome instanceof PutOutcome.TooMany many) {
      return Rejection.of(
          ProblemType.TOO_MANY_NAMESPACES,
          "namespace",
          "The namespace %s was not created: there are %s already, which is what QUIPU_MAX_NAMESPACES allows"
              .formatted(name, many.most()));
    }
    if (outcome instanceof PutOutcome.Deleting) {
      return Rejection.of(
          ProblemType.NAMESPACE_DELETING,
          "namespace",
          "A namespace %s was deleted, and something of it is left; it cannot be created yet"
              .formatted(name));
    }
    if (outcome instanceof PutOutcome.Invalid invalid) {
      return invalid.complaint();
    }
    return Rejection.of(
        ProblemType.OUTCOME_UNKNOWN,
        "The namespace may or may not have been changed. Send it again, or look at it"
            + " first where the request has a condition.");
  }

  /** Shows the settings, of the names in them those that the caller may read. */
  private Response shown(Caller caller, Namespace namespace) {
    if (caller.mayAll(Right.READ, namespace.name())) {
      return response(200, namespace).revalidated();
    }
    Buffer body = body(namespace, name -> caller.may(Right.READ, namespace.name(), name));
    // The version of the namespace has every name, for whoever decodes it.
    return Response.json(200, body)
        .revalidated()
        .with(HttpHeaders.ETAG, EntityTag.ofContent(body.getBytes()).text());
  }

  private Response response(int status, Namespace namespace) {
    EntityTag tag = EntityTag.of(namespace.version());
    return Response.json(status, body(namespace, name -> true)).with(HttpHeaders.ETAG, tag.text());
  }

  /**
   * @param shown tells which names of counters are shown
   */
  private Buffer body(Namespace namespace, Predicate<String> shown) {
    JsonText json =
        new JsonText()
            .beginObject()
            .field("namespace", namespace.name())
            .field("kind", namespace.kind());
    Kind kind = service.kinds().of(namespace);
    for (CommonSetting setting : CommonSetting.values()) {
      if (kind.commonSettings().contains(setting)) {
        write(json, setting, kind, namespace);
      }
    }
    for (Setting setting : service.kinds().settings(namespace)) {
      String value = namespace.settings().getOrDefault(setting.name(), setting.usual());
      if (value != null) {
        json.name(setting.name());
        switch (setting.shape()) {
          case TEXT -> json.value(value);
          case INTEGER -> json.value(Long.parseLong(value));
          case LENGTHS -> write(json, Keep.lengths(value));
          case NOTES -> {
            json.beginObject();
            Notes.of(value).forEach(json::field);
            json.endObject();
          }
          case LIST -> write(json, Breakdowns.labels(value));
          case ORIGINS -> write(json, PageViews.origins(value));
          case NAMES -> write(json, CountMetrics.names(value).stream().filter(shown).toList());
          case LISTS -> {
            json.beginArray();
            Breakdowns.breakdowns(value).forEach(some -> write(json, some));
            json.endArray();
          }
        }
      }
    }
    return Buffer.buffer(json.endObject().toString());
  }

  private static void write(JsonText json, CommonSetting setting, Kind kind, Namespace namespace) {
    switch (setting) {
      case DEDUPLICATE -> {
        Long ids = kind.remembersIds(namespace);
        if (ids == null) {
          json.field("deduplicate", namespace.deduplicate().label());
        } else {
          json.field("deduplicate", ids);
        }
      }
      case ROWS ->
          json.field(NamespaceInput.ROWS, namespace.retain().label())
              .field(NamespaceInput.RETAIN, namespace.retain().label());
      case SHARDS -> json.field("shards", namespace.shards());
      case WINDOWS -> {
        json.name("windows").beginArray();
        for (Granularity granularity : Granularity.values()) {
          if (kind.windows(namespace).contains(granularity)) {
            json.value(granularity.label());
          }
        }
        json.endArray();
      }
    }
  }

  private static void write(JsonText json, List<String> texts) {
    json.beginArray();
    texts.forEach(json::value);
    json.endArray();
  }

  private static void write(JsonText json, Map<Granularity, TimeSpan> lengths) {
    json.beginObject();
    for (Granularity granularity : Granularity.values()) {
      json.field(granularity.label(), lengths.getOrDefault(granularity, TimeSpan.FOREVER).label());
    }
    json.endObject();
  }
}
