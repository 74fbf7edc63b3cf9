package io.quipu.engine.model;

import java.util.Map;
import java.util.Set;

/** Namespaces without settings of their kinds, and counters of them. */
public final class TestNamespaces {
  private TestNamespaces() {}

  public static Namespace namespace(
      String name,
      String kind,
      TimeSpan deduplicate,
      TimeSpan retain,
      int shards,
      Set<Granularity> windows) {
    return new Namespace(name, kind, deduplicate, retain, shards, windows, Map.of());
  }

  /** A counter of kind {@code event} on so many pages. */
  public static KnownCounter known(CounterName name, int shards) {
    Namespace usual = Namespace.of(name.namespace(), "event");
    return new KnownCounter(
        name,
        namespace(
            usual.name(),
            usual.kind(),
            usual.deduplicate(),
            usual.retain(),
            shards,
            usual.windows()));
  }
}
