package io.quipu.client;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/** Changes and lists of the Java client, asked in the words of a test. */
final class JavaChanges {
  private final QuipuClient client;
  private final String namespace;

  JavaChanges(QuipuClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
  }

  CompletableFuture<JsonObject> put(JsonObject request) {
    return CompletableFuture.supplyAsync(() -> settings(request.getJsonObject("settings")))
        .thenCompose(settings -> client.admin().putNamespace(request.getString("name"), settings))
        .thenApply(
            put ->
                new JsonObject()
                    .put("kind", put.kind().word())
                    .put("deduplicate", put.members().get("deduplicate")));
  }

  /** A setting without a method does not compile; a test is told the same. */
  private static NamespaceSettings settings(JsonObject json) {
    NamespaceSettings settings = NamespaceSettings.NONE;
    for (String name : json.fieldNames()) {
      String value = json.getString(name);
      settings =
          switch (name) {
            case "kind" -> NamespaceSettings.of(Kind.valueOf(value.toUpperCase(Locale.ROOT)));
            case "deduplicate" -> settings.deduplicate(value);
            default -> throw new IllegalArgumentException(name);
          };
    }
    return settings;
  }

  CompletableFuture<JsonObject> reset(JsonObject request) {
    return client.admin().reset(ref(request)).thenApply(done -> new JsonObject());
  }

  CompletableFuture<JsonObject> recount(JsonObject request) {
    return client
        .admin()
        .recount(ref(request))
        .thenApply(recount -> new JsonObject().put("drift", recount.drift().toString()));
  }

  CompletableFuture<JsonObject> counters(JsonObject request) {
    ListOptions options =
        new ListOptions(
            request.getString("prefix", ""),
            request.getString("after"),
            request.getInteger("pageSize", 1_000));
    return CompletableFuture.supplyAsync(
        () ->
            new JsonObject()
                .put(
                    "counters",
                    new JsonArray(
                        client
                            .counters(request.getString("namespace", namespace), options)
                            .map(Ranked::counter)
                            .toList())));
  }

  private CounterRef ref(JsonObject request) {
    return new CounterRef(request.getString("namespace", namespace), request.getString("counter"));
  }

  /** The error of a change: what was certainly not made until the give-up time is refused. */
  static JsonObject error(Throwable why, JsonObject usual) {
    if (why instanceof ChangeInDoubtException) {
      return new JsonObject().put("error", "in-doubt").put("detail", why.getMessage());
    }
    boolean passing =
        why instanceof NotSentException
            || (why instanceof ProblemException problem
                && Attempts.isPassing(problem.problem().status()));
    return passing ? usual.put("error", "refused") : usual;
  }
}
