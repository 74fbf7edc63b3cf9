package io.quipu.testing.sim;

import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kind.TestKinds;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.namespace.DeleteOutcome;
import io.quipu.engine.namespace.NamespaceChange;
import io.quipu.engine.namespace.NamespacePut;
import io.quipu.engine.namespace.Namespaces;
import io.quipu.engine.namespace.Precondition;
import io.quipu.engine.namespace.PurgeOutcome;
import io.quipu.engine.namespace.PutOutcome;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.time.Periodic;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.core.Machine;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The namespace of a run as one process knows it: looked up, and used for as long as it may be. */
final class KnownNamespaces {
  static final String NAME = "sim";

  /** Another namespace, to which topics are mapped besides. */
  static final String OTHER = "other";

  private static final int MOST = 1_000;

  private final String name;
  private final Namespaces namespaces;
  private final Machine machine;
  private final long cached;
  private Namespace found;
  private long asked;

  KnownNamespaces(
      NamespaceStore store, Machine machine, Protocol protocol, Supplier<Optional<EventTime>> now) {
    this(NAME, TestKinds.TALLIES, store, machine, protocol, now);
  }

  /** The same of another namespace. */
  KnownNamespaces(
      String name,
      KnownKinds kinds,
      NamespaceStore store,
      Machine machine,
      Protocol protocol,
      Supplier<Optional<EventTime>> now) {
    this.name = name;
    this.namespaces = new Namespaces(store, kinds, protocol.pauses(machine), now, MOST);
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
        .find(name)
        .thenApply(
            stored -> {
              found = stored.orElse(null);
              asked = now;
              return stored;
            });
  }

  /** Looks a namespace up, whatever is known. */
  CompletionStage<Optional<Namespace>> lookUp(String name) {
    return namespaces.find(name);
  }

  /** Looks for purges that nobody has decided, again and again. */
  void lookForUndecided() {
    new Periodic(machine, Namespaces.BETWEEN_LOOKS, namespaces::voidUndecided).start();
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
    return namespaces.delete(name, Precondition.NONE);
  }

  /** Creates the namespace with the same settings as another, of the usual kind and windows. */
  CompletionStage<PutOutcome> put(Namespace like) {
    return namespaces.put(
        NamespacePut.of(
            new NamespaceChange(name, null, null, null, like.shards(), null, like.settings())));
  }

  /** The same, of the same kind and with the same windows. */
  CompletionStage<PutOutcome> putAlike(Namespace like) {
    return namespaces.put(
        NamespacePut.of(
            new NamespaceChange(
                name, like.kind(), null, null, like.shards(), like.windows(), like.settings())));
  }
}
