package io.quipu.engine.names;

import java.util.Map;
import java.util.Objects;

/**
 * A counter of an existing namespace, with settings of the namespace that may have changed since
 * they were read. Reads of the counter need these settings.
 */
public record KnownCounter(CounterName name, Namespace namespace)
    implements Comparable<KnownCounter> {
  /** Makes the counter of the life that the namespace has. */
  public KnownCounter {
    if (!name.namespace().equals(namespace.name())) {
      throw new IllegalArgumentException(name + " is not of " + namespace.name());
    }
    name = name.in(namespace);
  }

  /** Makes a counter of one of the namespaces that were looked up, by name. */
  public static KnownCounter of(CounterName name, Map<String, Namespace> found) {
    return new KnownCounter(name, Objects.requireNonNull(found.get(name.namespace())));
  }

  /** The number of shards of the counter; a read must look at the pages of all shards. */
  public int shards() {
    return namespace.shards();
  }

  /** Hashes the name only, because two values with one name rarely have different settings. */
  @Override
  public int hashCode() {
    return name.hashCode();
  }

  /** Compares by name, then by settings; serves hash tables only. */
  @Override
  public int compareTo(KnownCounter other) {
    int order = name.compareTo(other.name);
    return order != 0 || namespace.equals(other.namespace)
        ? order
        : namespace.version().compareTo(other.namespace.version());
  }
}
