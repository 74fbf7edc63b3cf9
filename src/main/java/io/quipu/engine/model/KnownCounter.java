package io.quipu.engine.model;

/**
 * A counter of an existing namespace, with the settings that the namespace had a moment ago. Reads
 * of the counter need these settings.
 */
public record KnownCounter(CounterName name, Namespace namespace)
    implements Comparable<KnownCounter> {
  public KnownCounter {
    if (!name.namespace().equals(namespace.name())) {
      throw new IllegalArgumentException(name + " is not of " + namespace.name());
    }
  }

  /** The number of pages of the counter; a read must look at all pages. */
  public int shards() {
    return namespace.shards();
  }

  /** Hashes the name only: two instances with one name hardly ever differ in their namespace. */
  @Override
  public int hashCode() {
    return name.hashCode();
  }

  /** Compares for hash tables. */
  @Override
  public int compareTo(KnownCounter other) {
    int order = name.compareTo(other.name);
    return order != 0 || namespace.equals(other.namespace)
        ? order
        : namespace.version().compareTo(other.namespace.version());
  }
}
