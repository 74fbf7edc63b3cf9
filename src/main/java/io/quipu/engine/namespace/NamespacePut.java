package io.quipu.engine.namespace;

/** A change of a namespace, and the condition of the change. */
public record NamespacePut(NamespaceChange change, Precondition condition) {
  public static NamespacePut of(NamespaceChange change) {
    return new NamespacePut(change, Precondition.NONE);
  }
}
