package io.quipu.testing.sim;

import io.quipu.engine.kind.TestKinds;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Namespace;
import io.quipu.engine.namespace.DeleteOutcome;
import io.quipu.engine.namespace.NamespaceChange;
import io.quipu.engine.namespace.NamespacePut;
import io.quipu.engine.namespace.Namespaces;
import io.quipu.engine.namespace.Precondition;
import io.quipu.engine.namespace.PurgeOutcome;
import io.quipu.engine.namespace.PutOutcome;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.testing.sim.core.Machine;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The namespace of a run as one process knows it: looked up, and used for as long as it may be. */
final class KnownNamespaces {
  static final String NAME = "sim";

  private static final int MOST = 1_000;

  private final Namespaces namespaces;
  private final Machine machine;
  private final long cached;
  private Namespace found;
  private long asked;

  KnownNamespaces(
      NamespaceStore store, Machine machine, Protocol protocol, Supplier<Optional<EventTime>> now) {
    this.namespaces = new Namespaces(store, TestKinds.TALLIES, protocol.pauses(machine), now, MOST);
    this.machine = machine;
    this.cached = protocol.cached(Namespaces.CACHED).toNanos();
  }

  /** Empty if there is none; that is not cached. */
  CompletionStage<Optional<Namespace>> find() {
    long now = machine.clock().monotonicNanos();
    if (found != null && now - asked < cached) {
      return CompletableFuture.completedStage(Optional.of(found));
    }
    return namespaces
        .find(NAME)
        .thenApply(
            stored -> {
              found = stored.orElse(null);
              asked = now;
              return stored;
            });
  }

  /** As it was found last. */
  Namespace found() {
    return found;
  }

  /** Changes settings, and leaves all others as they are. */
  CompletionStage<PutOutcome> change(Map<String, String> settings) {
    return namespaces.put(
        NamespacePut.of(new NamespaceChange(NAME, null, null, null, null, null, settings)));
  }

  CompletionStage<PurgeOutcome> purge(CounterName counter) {
    return namespaces.purge(counter);
  }

  CompletionStage<DeleteOutcome> delete() {
    return namespaces.delete(NAME, Precondition.NONE);
  }

  /** Creates the namespace with the same settings as another. */
  CompletionStage<PutOutcome> put(Namespace like) {
    return namespaces.put(
        NamespacePut.of(
            new NamespaceChange(NAME, null, null, null, like.shards(), null, like.settings())));
  }
}
