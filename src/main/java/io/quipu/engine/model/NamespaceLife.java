package io.quipu.engine.model;

/**
 * A life of a namespace.
 *
 * @param number see {@link CounterName#life}
 */
public record NamespaceLife(String namespace, int number) implements Comparable<NamespaceLife> {
  public static NamespaceLife of(Namespace namespace) {
    return new NamespaceLife(namespace.name(), namespace.life());
  }

  @Override
  public int compareTo(NamespaceLife other) {
    int order = namespace.compareTo(other.namespace);
    return order != 0 ? order : Integer.compare(number, other.number);
  }
}
