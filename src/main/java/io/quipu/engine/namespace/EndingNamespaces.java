package io.quipu.engine.namespace;

import io.quipu.engine.names.Keep;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.NamespaceStore.Created;
import io.quipu.engine.store.NamespaceStore.Listed;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Finds the namespaces that keep some windows for a time only. Completes deletions of namespaces
 * that were decided, but not entered, because a process failed between. Confined to one context.
 */
public final class EndingNamespaces {
  private static final int AT_ONCE = 4;
  private static final int PER_LOOK = 500;

  private final NamespaceStore store;

  private final NamespaceDeletion deletion;

  public EndingNamespaces(NamespaceStore store) {
    this.store = store;
    this.deletion = new NamespaceDeletion(store);
  }

  /** Looks at all namespaces. Fails with the store unavailable. */
  public CompletionStage<List<Created>> find() {
    List<Created> found = new ArrayList<>();
    // not every namespace "default" is in the list
    return look(Namespace.DEFAULT.name(), found)
        .thenCompose(looked -> find("", found))
        .thenApply(all -> found);
  }

  private CompletionStage<Void> find(String after, List<Created> found) {
    return store
        .list(after, PER_LOOK)
        .thenCompose(
            some -> {
              List<String> names =
                  some.stream()
                      .map(Listed::name)
                      .filter(name -> !name.equals(Namespace.DEFAULT.name()))
                      .toList();
              CompletionStage<Void> looked =
                  BoundedConcurrency.forEach(AT_ONCE, names, name -> look(name, found));
              return some.size() < PER_LOOK
                  ? looked
                  : looked.thenCompose(done -> find(some.get(some.size() - 1).name(), found));
            });
  }

  private CompletionStage<Void> look(String name, List<Created> found) {
    return store
        .find(name)
        .thenCompose(
            stored -> {
              if (stored.isPresent() && stored.get().deleted().isPresent()) {
                return deletion.enter(stored.get());
              }
              if (stored.isEmpty() || Keep.of(stored.get()).isAll()) {
                return CompletableFuture.completedStage(null);
              }
              return store
                  .created(name)
                  .thenAccept(
                      created ->
                          created.ifPresent(
                              at -> found.add(new Created(stored.get(), EventTime.of(at)))));
            });
  }
}
