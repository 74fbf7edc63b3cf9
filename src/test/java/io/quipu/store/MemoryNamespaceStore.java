package io.quipu.store;

import io.quipu.counter.Namespace;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The settings of namespaces in memory, with the real conditions and scripted answers. */
public final class MemoryNamespaceStore implements NamespaceStore {
  /** What may be asked of it. */
  public enum Call {
    FIND,
    CREATE,
    REPLACE
  }

  public final Script<Call> script = new Script<>();
  private final Map<String, Namespace> namespaces = new HashMap<>();

  @Override
  public CompletionStage<Optional<Namespace>> find(String name) {
    return script.read(Call.FIND, () -> Optional.ofNullable(namespaces.get(name)));
  }

  @Override
  public CompletionStage<CasOutcome> create(Namespace namespace) {
    return script.conditional(
        Call.CREATE, () -> namespaces.putIfAbsent(namespace.name(), namespace) == null);
  }

  @Override
  public CompletionStage<CasOutcome> replace(Namespace namespace) {
    return script.conditional(
        Call.REPLACE,
        () -> {
          Namespace now = namespaces.get(namespace.name());
          boolean may = now != null && now.kind() == namespace.kind();
          if (may) {
            namespaces.put(namespace.name(), namespace);
          }
          return may;
        });
  }
}
