package io.quipu.engine.names;

import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.TimeSpan;
import java.util.Map;
import java.util.Set;

/** Namespaces, and counters of them. */
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

  /** A namespace with settings of its kind. */
  public static Namespace withSettings(Namespace some, Map<String, String> settings) {
    return new Namespace(
        some.name(),
        some.kind(),
        some.deduplicate(),
        some.retain(),
        some.shards(),
        some.windows(),
        settings);
  }

  public static Namespace deduplicating(Namespace some, TimeSpan deduplicate) {
    return namespace(
        some.name(), some.kind(), deduplicate, some.retain(), some.shards(), some.windows());
  }

  public static Namespace sharded(Namespace some, int shards) {
    return namespace(
        some.name(), some.kind(), some.deduplicate(), some.retain(), shards, some.windows());
  }

  /** A counter of kind {@code event} on so many pages. */
  public static KnownCounter known(CounterName name, int shards) {
    return new KnownCounter(name, sharded(Namespace.of(name.namespace(), "event"), shards));
  }

  /** A counter of kind {@code sketch} of sums, with series by one label. */
  public static KnownCounter labelledSketch(CounterName name, String label) {
    Namespace usual = Namespace.of(name.namespace(), "sketch");
    return new KnownCounter(
        name,
        withSettings(
            usual, Map.of("state", "sum", Breakdowns.LABELS, label, Breakdowns.BREAKDOWNS, label)));
  }

  /** A counter of kind {@code sketch} with a state of a type. */
  public static KnownCounter sketch(CounterName name, String state) {
    Namespace usual = Namespace.of(name.namespace(), "sketch");
    return new KnownCounter(name, withSettings(usual, Map.of("state", state)));
  }
}
