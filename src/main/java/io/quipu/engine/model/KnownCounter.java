package io.quipu.engine.model;

/**
 * A counter of a namespace that exists, with the settings that this had a moment ago: what whoever
 * reads it has to know of them.
 */
public record KnownCounter(CounterName name, Namespace namespace)
    implements Comparable<KnownCounter> {
  public KnownCounter {
    if (!name.namespace().equals(namespace.name())) {
      throw new IllegalArgumentException(name + " is not of " + namespace.name());
    }
  }

  /** The number of its pages: a question about it must look at all of them. */
  public int shards() {
    return namespace.shards();
  }

  /** Its name says enough: there is hardly ever another with the same name. */
  @Override
  public int hashCode() {
    return name.hashCode();
  }

  /** For hash tables. */
  @Override
  public int compareTo(KnownCounter other) {
    int order = name.compareTo(other.name);
    return order != 0 || namespace.equals(other.namespace)
        ? order
        : namespace.version().compareTo(other.namespace.version());
  }
}
