package io.quipu.client;

import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Administration: namespaces, keys, counters set back or deleted. Lists are streams that read a
 * page when it is asked for, and block meanwhile.
 *
 * <p>Futures fail with a {@link ProblemException} where the service refuses. A change is made again
 * only where it certainly was not made; otherwise it fails with a {@link ChangeInDoubtException}.
 * Settings of a namespace are put again, as that changes nothing more.
 */
public final class QuipuAdmin {
  private static final String NAMESPACES = "v1/namespaces";
  private static final String KEYS = "v1/keys";

  private final Attempts attempts;
  private final Remembered remembered;

  QuipuAdmin(Attempts attempts, Remembered remembered) {
    this.attempts = attempts;
    this.remembered = remembered;
  }

  /** The namespaces that the caller may read, by name. */
  public Stream<NamespaceRef> namespaces(ListOptions options) {
    return Pages.stream(
        next ->
            attempts
                .get(options.path(NAMESPACES, next))
                .thenApply(
                    answer ->
                        Page.read(
                            answer,
                            "namespaces",
                            one ->
                                new NamespaceRef(
                                    one.text("namespace"), Kind.of(one.text("kind"))))));
  }

  /** Reads the settings of a namespace. */
  public CompletableFuture<NamespaceSettings> namespace(String name) {
    return attempts.get(path(name)).thenApply(NamespaceSettings::read);
  }

  /** Creates a namespace, or changes those of its settings that are given; answers all of them. */
  public CompletableFuture<NamespaceSettings> putNamespace(
      String name, NamespaceSettings settings) {
    return attempts
        .send(ApiRequest.put(path(name), settings.json()), "the change of namespace " + name)
        .whenComplete((answer, failure) -> remembered.forget(name))
        .thenApply(NamespaceSettings::read);
  }

  /** Deletes a namespace with all that it holds, for good; done when nobody finds it any more. */
  public CompletableFuture<Void> deleteNamespace(String name) {
    return delete(path(name), "the deletion of namespace " + name);
  }

  /** Sets a counter back to zero, at a point in the order of events. */
  public CompletableFuture<Void> reset(CounterRef counter) {
    return delete(Paths.counter(counter), "the reset of " + counter.counter());
  }

  /** Deletes a counter with its windows, ids, events and name, for good; takes some 11 s. */
  public CompletableFuture<Void> purge(CounterRef counter) {
    return delete(Paths.counter(counter) + "?purge=true", "the deletion of " + counter.counter());
  }

  /** Counts the retained rows of a counter once more, and repairs nothing. */
  public CompletableFuture<Recount> recount(CounterRef counter) {
    return attempts
        .send(ApiRequest.query(Paths.counter(counter) + "/recount", null))
        .thenApply(Recount::read);
  }

  /** The keys of callers, without their secrets. */
  public Stream<ApiKey> keys() {
    return Pages.stream(
        next ->
            attempts
                .get(ListOptions.ALL.path(KEYS, next))
                .thenApply(answer -> Page.read(answer, "keys", ApiKey::read)));
  }

  /** Creates a key. The answer has it in full: it is told this once. */
  public CompletableFuture<ApiKey> createKey(KeySettings settings) {
    return attempts
        .send(ApiRequest.change("POST", KEYS, settings.json()), "a new key")
        .thenApply(answer -> ApiKey.read(JsonReader.object(answer.body())));
  }

  /** Deletes a key, which opens nothing any more after 30 s. */
  public CompletableFuture<Void> deleteKey(String id) {
    return delete(KEYS + "/" + Paths.segment("id", id), "the deletion of key " + id);
  }

  private CompletableFuture<Void> delete(String path, String change) {
    return attempts.send(ApiRequest.change("DELETE", path, null), change).thenApply(done -> null);
  }

  static String path(String namespace) {
    return NAMESPACES + "/" + Paths.segment("namespace", namespace);
  }
}
