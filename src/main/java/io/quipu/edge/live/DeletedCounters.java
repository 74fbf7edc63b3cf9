package io.quipu.edge.live;

import io.quipu.engine.names.Namespace;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.time.Periodic;
import io.quipu.engine.time.Scheduler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Ends the live connections of one HTTP instance that follow counters which were deleted, by
 * themselves or with their namespace, within some seconds. Confined to the context of the instance.
 */
final class DeletedCounters {
  private static final Duration PAUSE = Duration.ofSeconds(8);

  private final Feed feed;
  private final PrefixFeed prefixes;
  private final Function<String, CompletionStage<Optional<Namespace>>> find;

  /**
   * @param find looks up a namespace; empty if there is none; may fail
   */
  DeletedCounters(
      Feed feed, PrefixFeed prefixes, Function<String, CompletionStage<Optional<Namespace>>> find) {
    this.feed = feed;
    this.prefixes = prefixes;
    this.find = find;
  }

  /** Begins to look after the followed namespaces, for as long as the context runs. */
  void begin(Scheduler scheduler) {
    new Periodic(scheduler, PAUSE, this::look).start();
  }

  /** Looks up all followed namespaces once. A look that fails is repeated by the next. */
  CompletionStage<Void> look() {
    Set<String> followed = new TreeSet<>(feed.namespaces());
    followed.addAll(prefixes.namespaces());
    return BoundedConcurrency.forEach(
        1,
        List.copyOf(followed),
        namespace ->
            find.apply(namespace)
                .thenAccept(
                    found -> {
                      feed.endDeleted(namespace, found);
                      prefixes.endDeleted(namespace, found);
                    })
                .exceptionally(unknown -> null));
  }
}
