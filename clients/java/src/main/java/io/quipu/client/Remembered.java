package io.quipu.client;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * How long namespaces remember ids. The service is asked when it matters: before an event is sent
 * again that may be counted. What it answers is believed for a minute.
 */
final class Remembered {
  private static final long BELIEVED = TimeUnit.MINUTES.toNanos(1);
  private static final int MOST = 1_000;

  private final Transport transport;
  private final Map<String, Learned> learned = new ConcurrentHashMap<>();

  Remembered(Transport transport) {
    this.transport = transport;
  }

  private record Learned(@Nullable Duration window, long at) {
    boolean isBelieved() {
      return System.nanoTime() - at < BELIEVED;
    }
  }

  /**
   * Asks for the namespaces that are not known.
   *
   * @return done with null, or with why there was no answer, and it has to be asked again
   */
  CompletableFuture<@Nullable QuipuException> learn(
      Collection<String> namespaces, Duration within) {
    CompletableFuture<@Nullable QuipuException> all = CompletableFuture.completedFuture(null);
    for (String namespace : namespaces) {
      Learned known = learned.get(namespace);
      // an empty name is nowhere, which the answer to the event says
      if (!namespace.isEmpty() && (known == null || !known.isBelieved())) {
        all =
            all.thenCompose(
                failed ->
                    failed == null
                        ? ask(namespace, within)
                        : CompletableFuture.completedFuture(failed));
      }
    }
    return all;
  }

  private CompletionStage<@Nullable QuipuException> ask(String namespace, Duration within) {
    return transport
        .send(ApiRequest.get(QuipuAdmin.path(namespace)), within)
        .handle(
            (answer, failure) -> {
              if (failure != null) {
                Throwable why = Transport.unwrapped(failure);
                return why instanceof QuipuException ours
                    ? ours
                    : new QuipuException("The attempt failed: " + why, why);
              }
              if (Attempts.isPassing(answer.status())) {
                return new ProblemException(answer.problem());
              }
              keep(namespace, window(answer));
              return null;
            });
  }

  private void keep(String namespace, @Nullable Duration window) {
    if (learned.size() >= MOST) {
      learned.clear();
    }
    learned.put(namespace, new Learned(window, System.nanoTime()));
  }

  /** A key that may only record cannot ask: whoever chose the give-up time knows. */
  private static @Nullable Duration window(HttpAnswer answer) {
    try {
      return answer.status() == 200 ? NamespaceSettings.read(answer).deduplicationWindow() : null;
    } catch (QuipuException e) {
      return null;
    }
  }

  /** How long ids are remembered: null where that has no end in time, or is not known. */
  @Nullable
  Duration window(String namespace) {
    Learned known = learned.get(namespace);
    return known == null ? null : known.window();
  }

  void forget(String namespace) {
    learned.remove(namespace);
  }
}
