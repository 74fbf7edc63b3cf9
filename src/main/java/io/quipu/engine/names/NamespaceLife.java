package io.quipu.engine.names;

/**
 * A life of a namespace.
 *
 * @param number see {@link CounterName#life}
 */
public record NamespaceLife(String namespace, int number) implements Comparable<NamespaceLife> {
  public static NamespaceLife of(Namespace namespace) {
    return new NamespaceLife(namespace.name(), namespace.life());
  }

  /** The life of the namespace of a counter. */
  public static NamespaceLife of(CounterName counter) {
    return new NamespaceLife(counter.namespace(), counter.life());
  }

  /** The name under which this life is stored. */
  public String stored() {
    return CounterName.storedName(namespace, number, 0);
  }

  @Override
  public int compareTo(NamespaceLife other) {
    int order = namespace.compareTo(other.namespace);
    return order != 0 ? order : Integer.compare(number, other.number);
  }
}
